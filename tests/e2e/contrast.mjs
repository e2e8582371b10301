// What is chosen, pressed, current or wrong can still be told where a contrast theme takes every ground away.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { journeys } from "./world.mjs";

/** How an element looks to somebody with a contrast theme. */
const look = (locator) =>
  locator.evaluate((element) => {
    const { outlineStyle, outlineWidth, backgroundColor, borderBottomColor } = getComputedStyle(element);
    return [outlineStyle, outlineWidth, backgroundColor, borderBottomColor].join(" ");
  });

/** The color of the page's ground, as the theme has it. */
const ground = () => {
  const probe = document.createElement("div");
  probe.style.backgroundColor = "Canvas";
  document.body.append(probe);
  const { backgroundColor } = getComputedStyle(probe);
  probe.remove();
  return backgroundColor;
};

function contrastThemes(world) {
  journey(world, "states are told apart in a contrast theme", async ({ store, arrive }) => {
    const shopper = await arrive();
    const { page } = shopper;
    await page.emulateMedia({ forcedColors: "active" });
    const differ = async (what, one, other) => {
      assert.notEqual(await look(one), await look(other), what);
    };
    const edged = async (what, locator, side) => {
      assert.equal(await locator.evaluate((element, named) => getComputedStyle(element)[named], side), "solid", what);
    };
    const { navigation } = await store.json("/api/shell");
    const category = navigation.find(({ navigation: below = [] }) => below.length > 0);

    await shopper.visit(category.href);
    const facets = page.getByRole("complementary", { name: "Filters" }).getByRole("link", { name: /, \d+ products$/ });
    await facets.first().click();
    await page.waitForURL(/size=/);
    await differ("a chosen size", facets.and(page.locator("[aria-current]")).first(), facets.last());
    const pages = page.getByRole("navigation", { name: "Pages of this list" }).getByRole("link");
    if ((await pages.count()) > 2) {
      const here = pages.and(page.locator("[aria-current]"));
      await differ("the page of a list", here.first(), pages.and(page.locator(":not([aria-current])")).first());
    }
    const items = page.getByRole("navigation", { name: "Categories" }).locator(".nav-item");
    await page.getByRole("button", { name: `${category.title} menu` }).click();
    await differ("an open category", items.and(page.locator("[data-open=true]")), items.last());
    const below = page.locator("[data-flyout] ul").first().locator("> li > a");
    await page.locator("[data-flyout] [data-shown=true] > a").waitFor();
    await differ("the item whose panel is shown", page.locator("[data-flyout] [data-shown=true] > a"), below.last());
    await edged("what a menu lies over", page.locator("[data-flyout]"), "borderBottomStyle");
    await page.keyboard.press("Escape");

    const { product, sizes } = await findProduct(store, piecewise);
    await shopper.visit(product.href);
    const layouts = page.getByRole("group", { name: "Layout" }).getByRole("button");
    await differ("the layout", layouts.first(), layouts.last());
    const colors = page.locator("fieldset label");
    if ((await colors.count()) > 1) {
      const chosen = colors.filter({ has: page.locator("input:checked") }).first();
      await differ("a chosen color", chosen, colors.filter({ has: page.locator("input:not(:checked)") }).first());
    }

    await edged("the button at the window's edge", page.locator("aside button:visible").first(), "borderTopStyle");
    await shopper.fillGrid({ [sizes[0].text]: 1 });
    await edged("the cart over the page", await shopper.addToCart(), "outlineStyle");

    await shopper.visit("/quick-order");
    const tabs = page.getByRole("tab");
    const [chosen, other] = [tabs.and(page.locator("[aria-selected=true]")), tabs.last()];
    await differ("the chosen tab", chosen, other);
    const line = (tab) => tab.evaluate((element) => getComputedStyle(element).borderBottomColor);
    assert.notEqual(await line(other), await line(chosen), "only the chosen tab has its line");
    assert.equal(await line(other), await page.evaluate(ground), "the other's is none");

    await shopper.visit("/account/register");
    const box = page.getByRole("checkbox").first();
    const before = await look(box);
    await box.setChecked(!(await box.isChecked()));
    assert.notEqual(await look(box), before, "a ticked box");
    await page.locator("main button[type=submit]").click();
    const wrong = page.locator("main input[aria-invalid=true]");
    await wrong.nth(1).waitFor();
    await differ(
      "a field that is wrong",
      wrong.nth(1),
      page.locator("main input[type=text]:not([aria-invalid])").first(),
    );
  });
}

journeys([contrastThemes]);
