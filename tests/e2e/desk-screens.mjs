// The desk's pages for everybody: by keyboard alone, with axe in light and dark, on a phone at the shelf, by two at once and
// without scripts.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { placeOrder } from "./buyers.mjs";
import { journey } from "./journey.mjs";
import { accept, invite } from "./staff.mjs";
import { journeys } from "./world.mjs";

async function someOrders(store, many, what = "SCREENS") {
  const { sizes } = await findProduct(store, piecewise);
  const placed = [];
  for (let nth = 1; nth <= many; nth += 1) {
    const lines = [
      { sku: sizes[0].sku, quantity: nth + 1 },
      { sku: sizes[1].sku, quantity: 2 },
    ];
    placed.push(await placeOrder(store, { lines, poNumber: `PO-${what}-${nth}` }));
  }
  return { placed, skus: sizes.slice(0, 2).map(({ sku }) => sku) };
}

function keyboard(world) {
  journey(world, "orders are walked, opened and found by keyboard alone", async ({ store, arrive }) => {
    const { placed } = await someOrders(store, 3);
    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "keys@store.example"));
    const numbers = placed.map(({ number }) => number).reverse();
    const link = (nth) => page.getByRole("link", { name: numbers[nth], exact: true });

    await page.keyboard.press("o");
    await shopper.heading("Orders").waitFor();
    await link(2).waitFor();
    await page.keyboard.press("j");
    await shopper.focusOn(link(0));
    await page.keyboard.press("j");
    await shopper.focusOn(link(1));
    await page.keyboard.press("k");
    await shopper.focusOn(link(0));
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await shopper.focusOn(shopper.heading(`Order ${numbers[1]}`));
    // Who goes back is at the row they came from.
    await page.goBack();
    await shopper.focusOn(link(1));

    // What is typed is typed.
    await page.keyboard.press("/");
    const search = page.getByRole("searchbox", { name: "Search orders" });
    await shopper.focusOn(search);
    await page.keyboard.type("jk?");
    assert.equal(await search.inputValue(), "jk?");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing has “jk?” in it").waitFor();
    await page.keyboard.press("Escape");

    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys" });
    await keys.getByText("Next row").waitFor();
    await page.keyboard.press("o");
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await page.getByText("Nothing has “jk?” in it").waitFor();

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "What to do, page, order, customer, unit or article" }).waitFor();
    await page.keyboard.type("screens-1");
    const found = page.getByRole("option", { name: new RegExp(numbers[2]) });
    await found.waitFor();
    await page.keyboard.press("Enter");
    await shopper.focusOn(shopper.heading(`Order ${numbers[2]}`));
    // What can be done to the order that is open is there, too, and opens the same window.
    await page.keyboard.press("Control+k");
    await page.keyboard.type("hold");
    await page.getByRole("option", { name: /^Hold/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: `Hold ${numbers[2]}` }).waitFor();
    await page.keyboard.press("Escape");
    await shopper.focusOn(shopper.heading(`Order ${numbers[2]}`));
    await page.keyboard.press("g");
    await shopper.focusOn(shopper.heading("Queues"));

    // Other lists are walked alike.
    await shopper.visit("/desk/customers?q=director@demo");
    const customers = page.getByRole("table").getByRole("link");
    await customers.nth(1).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await shopper.focusOn(customers.nth(1));
    await page.keyboard.press("Enter");
    await shopper.heading("Lee Margolis").waitFor();
    shopper.nothingWrong();
  });
}

function several(world) {
  journey(
    world,
    "several orders are chosen by keyboard and held at once; what cannot be done says why",
    async (trip) => {
      const { store, arrive } = trip;
      const { placed } = await someOrders(store, 3, "BULK");
      const shopper = await arrive();
      const { page } = shopper;
      await accept(shopper, await invite(store, "bulk@store.example"));
      await shopper.visit("/desk/orders?q=PO-BULK");
      const [third, second, first] = placed.map(({ number }) => number).reverse();
      for (const number of [third, second, first]) {
        await page.getByRole("link", { name: number, exact: true }).waitFor();
      }
      await page.keyboard.press("j");
      await shopper.focusOn(page.getByRole("link", { name: third, exact: true }));
      await page.keyboard.press("x");
      // From a box that was ticked one walks on: down to the next row, and back.
      const box = page.getByRole("checkbox", { name: `Choose ${second}` });
      await box.check();
      await shopper.focusOn(box);
      await page.keyboard.press("j");
      await shopper.focusOn(page.getByRole("link", { name: first, exact: true }));
      const bar = page.getByRole("region", { name: "Chosen orders" });
      await bar.getByText("2 orders chosen").waitFor();
      await shopper.axe("chosen orders");
      await bar.getByRole("button", { name: "Hold" }).click();
      const asked = page.getByRole("dialog", { name: "Hold 2 orders" });
      await asked.getByRole("button", { name: "Hold 2 orders" }).click();
      await asked.getByLabel("What the orders wait for").selectOption({ label: "Stock" });
      await shopper.axe("holding two orders");
      await asked.getByRole("button", { name: "Hold 2 orders" }).click();
      await page.getByText("2 orders on hold.").waitFor();
      await bar.waitFor({ state: "detached" });
      await page
        .getByRole("row", { name: new RegExp(third) })
        .getByText("On hold")
        .waitFor();

      // All three are to be picked: of two it is said why they are not.
      await page.getByRole("checkbox", { name: "Choose all orders of this page" }).check();
      await bar.getByRole("button", { name: "Pick", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Pick all that is left of 3 orders" }).click();
      const told = page.getByRole("dialog").getByRole("status");
      await told.getByText("1 order picked, 2 not").waitFor();
      assert.equal(await told.getByText("on hold", { exact: false }).count(), 2);
      await shopper.axe("what was not done");
      await page.getByRole("button", { name: "Close" }).click();
      await page
        .getByRole("row", { name: new RegExp(first) })
        .getByText("To ship")
        .waitFor();

      // The list stays under a name, with how many there are now.
      await page.getByRole("button", { name: "Keep this list" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Bulk orders");
      await shopper.axe("keeping a list");
      await page.getByRole("button", { name: "Keep it" }).click();
      await page.getByText("The list is kept: it stands on the left.").waitFor();
      await shopper.visit("/desk");
      await page.getByRole("link", { name: /Bulk orders\s*3/ }).click();
      await page.waitForURL(/q=PO-BULK/);
      await page.getByRole("button", { name: "Drop “Bulk orders”" }).click();
      await page.getByText("The list is kept no longer.").waitFor();
      shopper.nothingWrong();
    },
  );
}

function forEverybody(world) {
  journey(world, "every page of the desk is clean in light and in dark", async ({ store, arrive }) => {
    const shopper = await arrive();
    const { page } = shopper;
    const { placed } = await someOrders(store, 1);
    const link = await invite(store, "axe@store.example");
    await page.emulateMedia({ colorScheme: "dark" });
    await shopper.visit(link);
    await shopper.heading("You are invited to the desk").waitFor();
    await shopper.axe("an invitation, dark");
    await page.goto("about:blank");
    await shopper.visit("/desk/orders");
    await shopper.heading("Sign in").waitFor();
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await shopper.axe(`the door, ${colorScheme}`);
    }
    await page.goto("about:blank");
    await accept(shopper, link);
    const pages = [
      ["/desk", "Queues"],
      ["/desk/orders", "Orders"],
      ["/desk/orders?queue=on_hold", "On hold"],
      [`/desk/orders/${placed[0].id}`, `Order ${placed[0].number}`],
      [`/desk/pick/${placed[0].id}`, `Pick ${placed[0].number}`],
      ["/desk/customers", "Customers"],
      ["/desk/customers?q=nobody+at+all", "Customers"],
      ["/desk/stock", "Stock"],
      ["/desk/reports?days=90", "Sales"],
      ["/desk/reports?by=style", "Sales"],
      ["/desk/reports/late", "Late shipments"],
      ["/desk/reports/searches", "Searches without a result"],
      ["/desk/messages", "Messages"],
      ["/desk/messages?kind=change_request", "Change requests"],
      ["/desk/newsletter", "Newsletter"],
      ["/desk/jobs", "Parked work"],
      ["/desk/documents", "Documents"],
      ["/desk/staff", "Staff"],
      ["/desk/roles", "Roles"],
      ["/desk/audit", "Audit"],
      ["/desk/account", "My account"],
      ["/desk/nowhere", "There is no such page"],
    ];
    for (const [address, heading] of pages) {
      await shopper.visit(address);
      await shopper.heading(heading).waitFor();
      await page.waitForLoadState("networkidle");
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await page.emulateMedia({ colorScheme });
        await shopper.axe(`${address}, ${colorScheme}`);
        await shopper.fitsTheWindow(`${address}, ${colorScheme}`);
      }
    }
    await shopper.visit(`/desk/orders/${placed[0].id}`);
    for (const act of ["Hold", "Pick", "Cancel pieces", "Credit"]) {
      await page.getByRole("button", { name: act, exact: true }).click();
      await page.getByRole("dialog").waitFor();
      await shopper.axe(`the window of ${act}, dark`);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.keyboard.press("Control+k");
    await page.keyboard.type("screens");
    await page.getByRole("option").first().waitFor();
    await shopper.axe("the command box, dark");
    await page.keyboard.press("Escape");
    await shopper.resize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Staff" }).waitFor();
    await shopper.axe("the menu of a phone, dark");
    await shopper.resize({ width: 1440, height: 900 });
    // Chosen by hand it stays, whatever the system has.
    await page.getByLabel("Light or dark").selectOption("light");
    await page.reload();
    await shopper.heading(`Order ${placed[0].number}`).waitFor();
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "light");
    // The browser says that nobody was signed in at the door.
    shopper.problems = shopper.problems.filter((problem) => !/status of 401/.test(problem));
    shopper.nothingWrong();
  });
}

const lists = [
  ["/desk/orders", "Orders"],
  ["/desk/orders?queue=on_hold", "On hold"],
  ["/desk/orders?queue=late", "Late"],
  ["/desk/messages", "Messages"],
  ["/desk/customers", "Customers"],
  ["/desk/stock", "Stock"],
  ["/desk/newsletter", "Newsletter"],
  ["/desk/reports?by=brand", "Sales"],
  ["/desk/letters", "Letters"],
  ["/desk/staff", "Staff"],
];

/** What of a page is wider than its room, in points. */
const cut = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main *")]
      .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowX))
      .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      .filter((beyond) => beyond > 0),
  );

function onPhones(world) {
  journey(world, "on a phone rows of lists are cards, and no list scrolls sideways", async ({ store, arrive }) => {
    const { placed } = await someOrders(store, 1, "PHONE");
    const shopper = await arrive({ viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true });
    const { page } = shopper;
    await accept(shopper, await invite(store, "phones@store.example"));
    const pages = [
      ...lists,
      ["/desk", "Queues"],
      ["/desk/jobs", "Parked work"],
      ["/desk/audit", "Audit"],
      ["/desk/roles", "Roles"],
      ["/desk/documents", "Documents"],
      ["/desk/reports?by=style", "Sales"],
      ["/desk/reports/late", "Late shipments"],
      ["/desk/reports/searches", "Searches without a result"],
      [`/desk/orders/${placed[0].id}`, `Order ${placed[0].number}`],
    ];
    for (const [address, heading] of pages) {
      await shopper.visit(address);
      await shopper.heading(heading).waitFor();
      await page.waitForLoadState("networkidle");
      await shopper.fitsTheWindow(address);
      assert.deepEqual(await cut(page), [], `${address} scrolls sideways`);
    }
    for (const act of ["Pick", "Edit"]) {
      await page.getByRole("button", { name: act, exact: true }).click();
      const window = page.getByRole("dialog");
      await window
        .getByLabel(/^Pieces/)
        .first()
        .waitFor();
      const inside = window.locator("form > div").first();
      const beyond = await inside.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.ok(beyond <= 0, `${act}: what is inside is ${beyond} px wider than the window`);
      await window.getByRole("button", { name: "Leave it" }).click();
    }
    // A card is the row: what it says, with the heads that it needs, and it can be chosen.
    await shopper.visit("/desk/orders?q=PO-PHONE-1");
    const row = page.getByRole("row", { name: new RegExp(placed[0].number) });
    const box = await row.boundingBox();
    assert.ok(box && box.height > 50 && box.width <= 360, "a row is a card");
    const heads = await row
      .locator("[data-head]")
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
    assert.deepEqual(heads, ['"PO "', '"Outstanding "']);
    await page.getByLabel(`Choose ${placed[0].number}`).check();
    await page.getByLabel("Choose all orders of this page").uncheck();
    await shopper.axe("orders as cards");
    await row.click({ position: { x: 200, y: box.height - 6 } });
    await shopper.heading(`Order ${placed[0].number}`).waitFor();
    shopper.nothingWrong();
  });
}

function atEveryWidth(world) {
  journey(world, "whole rows are shown at the widths people work at, and figures stand in columns", async (trip) => {
    const { store, arrive } = trip;
    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "widths@store.example"));
    const widths = await page.evaluate(async () => {
      await document.fonts.load("13px Inter", "01");
      return ["0000", "1111"].map((text) => {
        const figures = document.body.appendChild(document.createElement("span"));
        figures.textContent = text;
        return figures.getBoundingClientRect().width;
      });
    });
    assert.equal(widths[0], widths[1], "a one is as wide as a nought");
    const { placed } = await someOrders(store, 1, "WIDE");
    for (const [address, heading] of [...lists, [`/desk/orders/${placed[0].id}`, `Order ${placed[0].number}`]]) {
      await shopper.visit(address);
      await shopper.heading(heading).waitFor();
      await page.getByRole("table").first().waitFor();
      for (const [width, height] of [
        [1280, 800],
        [1440, 900],
        [1920, 1080],
      ]) {
        await shopper.resize({ width, height });
        assert.deepEqual(await cut(page), [], `${address} is cut at ${width}`);
        const keys = await page.getByRole("button", { name: "Keys" }).boundingBox();
        assert.ok(keys && keys.y + keys.height <= height, `the end of the menu is in sight at ${width}`);
      }
    }
    shopper.nothingWrong();
  });
}

function atTheShelf(world) {
  journey(world, "who packs scans at the shelf, and sees no amounts", async ({ store, arrive }) => {
    const { placed, skus } = await someOrders(store, 1);
    const [order] = placed;
    const packer = await arrive({ viewport: { width: 390, height: 844 }, isMobile: true });
    const { page } = packer;
    await accept(packer, await invite(store, "shelf@store.example", { role: "warehouse" }));
    await packer.visit(`/desk/orders/${order.id}`);
    await packer.heading(`Order ${order.number}`).waitFor();
    await packer.fitsTheWindow("an order");
    assert.equal(await page.getByRole("region", { name: "Amounts" }).count(), 0);
    assert.equal(await page.getByText("$").count(), 0);
    await page.getByRole("link", { name: "Pick at the shelf" }).click();
    await packer.heading(`Pick ${order.number}`).waitFor();
    await packer.fitsTheWindow("picking");
    await packer.canBeHit("picking");
    const box = page.getByLabel("Scan or type a sku");
    const scan = async (text, said) => {
      await box.fill(text);
      await box.press("Enter");
      await page.getByRole("status").getByText(said).waitFor();
    };
    await scan("no-such-sku", "no-such-sku is not on this order.");
    await scan(skus[0].toLowerCase(), `${skus[0].toLowerCase()}: 1 of 2.`);
    // A phone that fell asleep has what was counted.
    await page.reload();
    await page.getByRole("button", { name: "Pick these 1 piece of 4" }).waitFor();
    await scan(skus[0], `${skus[0]} is complete: 2 pieces.`);
    await scan(skus[0], `${skus[0]} is complete: no more of it.`);
    await page.getByRole("button", { name: `One more of ${skus[1]}` }).click();
    await page.getByRole("button", { name: "Pick these 3 pieces of 4" }).click();
    await page.getByRole("status").getByText("3 pieces picked. What is left stands below.").waitFor();
    await scan(skus[1], `${skus[1]} is complete: 1 piece.`);
    await page.getByRole("button", { name: "Pick these 1 piece" }).click();
    await page.getByText(/^1 piece picked\. Nothing more is to be picked/).waitFor();
    packer.nothingWrong();
  });
}

function twoAtOnce(world) {
  journey(world, "of two at one order the second is told who did what, and goes on with what is", async (trip) => {
    const { store, arrive } = trip;
    const { placed } = await someOrders(store, 1);
    const [order] = placed;
    const [first, second] = [await arrive(), await arrive()];
    await accept(first, await invite(store, "first@store.example", { name: "Fay First" }));
    await accept(second, await invite(store, "second@store.example", { name: "Sid Second" }));
    for (const shopper of [first, second]) {
      await shopper.visit(`/desk/orders/${order.id}`);
      await shopper.heading(`Order ${order.number}`).waitFor();
    }
    await first.page.getByLabel("Note").fill("The coach called");
    await first.page.getByRole("button", { name: "Write the note" }).click();
    await first.page.getByRole("region", { name: "Timeline" }).getByText("The coach called").waitFor();
    await first.page.getByText("Fay First wrote an internal note").waitFor();
    const window = second.page.getByRole("dialog");
    await second.page.getByRole("button", { name: "Hold", exact: true }).click();
    await window.getByLabel("What the order waits for").selectOption("Payment");
    await window.getByRole("button", { name: "Hold the order" }).click();
    await window.getByText(/^Fay First changed this order since you opened it \(order note added\)/).waitFor();
    // The order beneath is read again, what was entered stays.
    await second.page
      .getByRole("region", { name: "Timeline", includeHidden: true })
      .getByText("The coach called")
      .waitFor();
    await window.getByRole("button", { name: "Hold the order" }).click();
    await second.page.getByText("On hold: Payment").waitFor();
    // The first one is told without anything moving, and sees it when they want to.
    await first.page.getByText(/^Changed by Sid Second: put the order on hold/).waitFor();
    assert.equal(await first.page.getByText("On hold: Payment").count(), 0);
    await first.page.getByRole("button", { name: "Show" }).click();
    await first.page.getByText("On hold: Payment").waitFor();
    second.problems = second.problems.filter((problem) => !/status of 409/.test(problem));
    first.nothingWrong();
    second.nothingWrong();
  });
}

/** Clicks a link to a document: what the browser is answered in its new tab. */
async function printed(page, link) {
  const address = new URL(await link.getAttribute("href"), page.url()).href;
  const answered = page.context().waitForEvent("response", (response) => response.url() === address);
  await link.click();
  const response = await answered;
  assert.equal(response.status(), 200);
  const { "content-type": type, "content-disposition": disposition } = response.headers();
  assert.equal(type, "application/pdf");
  // What was answered there may be shown or kept by the browser; its first bytes are asked for here.
  const first = await page.evaluate(async (url) => {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    return String.fromCharCode(...bytes.slice(0, 8));
  }, address);
  assert.equal(first, "%PDF-1.7");
  return disposition;
}

function onPaper(world) {
  journey(world, "documents open in tabs of their own, at the desk and for the buyer", async ({ store, arrive }) => {
    const { placed } = await someOrders(store, 1);
    const [order] = placed;
    const [shopper, buyer] = [await arrive(), await arrive()];
    const { page } = shopper;
    await accept(shopper, await invite(store, "paper@store.example"));
    await shopper.visit(`/desk/orders/${order.id}`);
    await shopper.heading(`Order ${order.number}`).waitFor();
    const documents = page.getByRole("list", { name: "Documents" });
    const list = await printed(page, documents.getByRole("link", { name: "Pick list (PDF)" }));
    assert.match(list, new RegExp(`inline; filename="[\\w-]+-${order.number}-pick-list\\.pdf"`));
    await page.getByRole("button", { name: "Pick", exact: true }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Pick / })
      .click();
    const slip = page.getByRole("region", { name: /^Shipments/ }).getByRole("link", { name: "Packing slip (PDF)" });
    assert.match(await printed(page, slip), /-1-packing-slip\.pdf"/);
    // Nothing is left to pick.
    await documents.getByRole("link", { name: "Pick list (PDF)" }).waitFor({ state: "detached" });
    shopper.nothingWrong();

    await buyer.visit("/order/look-up");
    const { path } = await buyer.page.evaluate(
      async (body) => {
        const headers = { "content-type": "application/json" };
        return (await fetch("/api/order-look-ups", { method: "POST", headers, body })).json();
      },
      JSON.stringify({ number: order.number, email: order.email }),
    );
    await buyer.visit(path);
    const acknowledgement = buyer.page.getByRole("link", { name: "Order acknowledgement (PDF)" });
    assert.match(await printed(buyer.page, acknowledgement), new RegExp(`${order.number}-acknowledgement`));
    assert.equal(await buyer.page.getByRole("link", { name: "Invoice (PDF)" }).count(), 0, "nothing was shipped");
    buyer.nothingWrong();
  });
}

function withoutScripts(world) {
  journey(world, "without scripts the desk says what it needs", async ({ arrive }) => {
    const shopper = await arrive({ javaScriptEnabled: false });
    await shopper.visit("/desk/orders");
    const said = await shopper.page.locator("noscript").innerText();
    assert.equal(said.trim(), "The desk needs scripts: please switch them on in your browser.");
  });
}

journeys([keyboard, several, forEverybody, atEveryWidth, onPhones, atTheShelf, twoAtOnce, onPaper, withoutScripts]);
