// Menus as hands use them: a pointer that cuts a corner, a phone's Back, arrows that move by what they say; and the
// list whose address somebody typed.
import assert from "node:assert/strict";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

/** Four frames: what scrolls has begun to by then. */
const drawn = (page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  });

function menus(world) {
  journey(world, "a pointer on its way to a nested panel may cross other items", async ({ store, arrive }) => {
    const shopper = await arrive();
    const { page } = shopper;
    const { navigation } = await store.json("/api/shell");
    const item = navigation.find(({ navigation: below = [] }) => below.filter(nested).length > 3);
    const [first, second, third] = item.navigation.filter(nested);
    await shopper.visit("/");
    const bar = page.getByRole("navigation", { name: "Categories" });
    const flyout = bar.locator("[data-flyout]");
    const shown = (title) => flyout.locator("span.heading", { hasText: title }).waitFor();
    await bar.getByRole("link", { name: item.title, exact: true }).hover();
    await flyout.waitFor();
    await flyout.getByRole("link", { name: first.title, exact: true }).first().hover();
    await shown(first.title);

    // From the first child straight to the last link of its panel, over the children between.
    const from = await middleOf(flyout.getByRole("link", { name: first.title, exact: true }).first());
    const to = await middleOf(flyout.getByRole("link", { name: first.navigation.at(-1).title, exact: true }).last());
    await page.mouse.move(from.x, from.y);
    await page.mouse.move(to.x, to.y, { steps: 60 });
    await shown(first.title);
    assert.equal(await flyout.locator("span.heading", { hasText: third.title }).count(), 0);

    // Whoever goes down the list, or stops, sees what they point at.
    await flyout.getByRole("link", { name: first.title, exact: true }).first().hover();
    const next = await middleOf(flyout.getByRole("link", { name: second.title, exact: true }).first());
    await page.mouse.move(from.x, from.y);
    await page.mouse.move(from.x, next.y, { steps: 10 });
    await shown(second.title);
    const last = await middleOf(flyout.getByRole("link", { name: third.title, exact: true }).first());
    await page.mouse.move(last.x + 20, last.y, { steps: 10 });
    await shown(third.title);
    shopper.nothingWrong();
  });

  journey(world, "the page stands still behind an open flyout", async ({ store, arrive }) => {
    const shopper = await arrive();
    const { page } = shopper;
    const { navigation } = await store.json("/api/shell");
    const item = navigation.find(({ navigation: below = [] }) => below.length > 0);
    await shopper.visit("/");
    const toggle = page.getByRole("button", { name: `${item.title} menu` });
    const place = () => page.evaluate(() => scrollY);
    await page.mouse.move(700, 700);
    await toggle.press("Enter");
    await page.locator("[data-flyout]").waitFor();
    await page.mouse.wheel(0, 600);
    await page.locator("[data-flyout] a").first().focus();
    await page.keyboard.press("PageDown");
    await drawn(page);
    assert.equal(await place(), 0);
    await page.keyboard.press("Escape");
    await page.locator("[data-flyout]").waitFor({ state: "detached" });
    await page.mouse.wheel(0, 600);
    await page.waitForFunction(() => scrollY > 0);
    shopper.nothingWrong();
  });

  journey(world, "Back closes a phone's menu and leaves the page where it was", async ({ store, arrive }) => {
    const shopper = await arrive({ viewport: phone, isMobile: true });
    const { page } = shopper;
    const { navigation } = await store.json("/api/shell");
    await shopper.visit("/learning-corner/");
    await shopper.visit("/about-us/");
    const menu = page.getByRole("dialog", { name: "Menu", exact: true });
    const open = () => page.getByRole("button", { name: "Menu", exact: true }).click();
    await open();
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: "hidden" });
    assert.equal(page.url(), store.url("/about-us/"));

    await open();
    await menu.getByRole("button", { name: "Close" }).click();
    await menu.waitFor({ state: "hidden" });
    assert.equal(page.url(), store.url("/about-us/"));

    // Loaded anew with the menu open, the page is left by one Back as well.
    await open();
    await menu.waitFor();
    await page.reload();
    await page.waitForFunction(() => !history.state?.over);
    assert.equal(page.url(), store.url("/about-us/"));
    await page.goBack();
    await page.waitForURL(store.url("/learning-corner/"));
    await shopper.visit("/about-us/");

    // A page gone to from the menu is left to the page the menu was opened on, in one step.
    await open();
    const plain = navigation.find(({ navigation: below = [] }) => below.length > 0);
    await menu.getByRole("button", { name: plain.title, exact: true }).click();
    await page.getByRole("link", { name: `Shop all ${plain.title}` }).click();
    await page.waitForURL(store.url(plain.href));
    await page.goBack();
    await page.waitForURL(store.url("/about-us/"));
    assert.equal(await menu.count(), 0);
    await page.goBack();
    await page.waitForURL(store.url("/learning-corner/"));
    shopper.nothingWrong();
  });

  journey(world, "Back in a panel of a phone's menu leads one level up", async ({ store, arrive }) => {
    const shopper = await arrive({ viewport: phone, isMobile: true });
    const { page } = shopper;
    const { navigation, account } = await store.json("/api/shell");
    const first = navigation.find(({ navigation: below = [] }) => below.some(nested));
    const second = first.navigation.find(nested);
    await shopper.visit("/learning-corner/");
    await shopper.visit("/about-us/");
    const menu = page.getByRole("dialog", { name: "Menu", exact: true });
    const panel = (title) => page.getByRole("dialog", { name: title, exact: true });
    const drill = async (title) => {
      await page.getByRole("dialog").getByRole("button", { name: title, exact: true }).click();
      await panel(title).waitFor();
    };
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await menu.waitFor();
    const length = await page.evaluate(() => history.length);
    await drill(first.title);
    await drill(second.title);
    await page.goBack();
    await panel(first.title).waitFor();
    await page.goBack();
    await menu.waitFor();
    // The panels that are beside the categories, and the menu's own way back, are levels as well.
    await page.getByRole("button", { name: "Offers, Program ID & Certificates" }).click();
    await panel("Offers, Program ID & Certificates").waitFor();
    await page.goBack();
    await panel("Offers, Program ID & Certificates").waitFor({ state: "hidden" });
    await drill(account.label);
    await page.goBack();
    await menu.waitFor();
    await drill(first.title);
    await page.getByRole("button", { name: "Back to menu" }).click();
    await menu.waitFor();
    await page.waitForFunction(() => history.state?.over === 1);
    await page.goBack();
    await menu.waitFor({ state: "hidden" });
    assert.equal(page.url(), store.url("/about-us/"));
    assert.equal(await page.evaluate(() => history.state?.over), undefined);
    assert.ok((await page.evaluate(() => history.length)) <= length + 2, "no entry is left behind");

    // Closed, loaded anew, or left by a link two levels down: one Back leads to where the menu was opened, or from it.
    const deep = async () => {
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await menu.waitFor();
      await drill(first.title);
      await drill(second.title);
    };
    await deep();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await panel(second.title).waitFor({ state: "hidden" });
    await page.waitForFunction(() => !history.state?.over);
    await deep();
    await page.getByRole("link", { name: `Shop all ${second.title}` }).click();
    await page.waitForURL(store.url(second.href));
    assert.equal(await page.goForward(), null, "nothing lies ahead");
    assert.equal(page.url(), store.url(second.href));
    await page.goBack();
    await page.waitForURL(store.url("/about-us/"));
    assert.equal(await page.getByRole("dialog").count(), 0);
    await deep();
    await page.reload();
    await page.waitForFunction(() => !history.state?.over);
    await page.goBack();
    await page.waitForURL(store.url("/learning-corner/"));
    shopper.nothingWrong();
  });

  journey(world, "the arrows of a row of tiles move it by 150 px", async ({ arrive }) => {
    const shopper = await arrive();
    const { page } = shopper;
    await shopper.visit("/");
    const right = page.getByRole("button", { name: "Scroll right" });
    const section = page.locator("main section").filter({ has: right }).first();
    const list = section.locator("ul").last();
    await section.getByRole("button", { name: "Scroll right" }).scrollIntoViewIfNeeded();
    for (const [button, at] of [
      ["Scroll right", 150],
      ["Scroll right", 300],
      ["Scroll left", 150],
    ]) {
      await section.getByRole("button", { name: button }).click();
      await page.waitForFunction(
        ([row, wanted]) => Math.abs(row.scrollLeft - wanted) < 1,
        [await list.elementHandle(), at],
      );
    }
    shopper.nothingWrong();
  });

  journey(world, "a page number that is none shows the first page, before and after scripts", async ({ arrive }) => {
    const shopper = await arrive();
    const { page } = shopper;
    for (const number of ["2.0", "1e1", "0x2", "%202", "%2B2", "5000000000"]) {
      await shopper.visit(`/search/?query=jersey&page=${number}`);
      await page.getByRole("heading", { level: 1, name: /jersey/ }).waitFor();
      assert.equal(await page.getByRole("heading", { name: "Out of bounds" }).count(), 0, number);
      assert.ok((await page.getByRole("main").locator("a[href^='/p/']").count()) > 3, number);
    }
    shopper.nothingWrong();
  });
}

const nested = ({ navigation: below = [] }) => below.length > 0;

async function middleOf(locator) {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

journeys([menus]);
