// Ordering by product number: by keyboard only, at every width, and what a whole journey tells the data layer.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { Keyboard } from "./keys.mjs";
import { phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

/** A product whose articles are told apart by colour and size, ordered piece by piece. */
async function chosenByTwo(store) {
  return findProduct(store, (product) => {
    const sized = piecewise(product);
    const [group] = product.variants;
    const only = group?.attributesData.filter((attribute) => attribute.name !== "color").length === 0;
    return sized && only && product.variants.length > 1 ? { ...sized, color: group.productVariant.title } : undefined;
  });
}

function quickOrder(world) {
  journey(world, "quick order by keyboard only", async ({ store, arrive }) => {
    const { product, sizes, color } = await chosenByTwo(store);
    const shopper = await arrive();
    const { page } = shopper;
    const keyboard = new Keyboard(page);
    await shopper.visit("/quick-order/");
    await shopper.heading("Quick Order").waitFor();
    const tab = page.getByRole("tab", { name: "Quick order" });
    await keyboard.tabTo(tab, "the tab");
    const number = (row) => page.getByRole("textbox", { name: `Product number, row ${row}` });
    assert.equal(await page.getByRole("textbox", { name: /^Product number/ }).count(), 5);
    await keyboard.fill(number(1), "no such number", "the first product number");
    await keyboard.press("Enter");
    await page.getByText("We could not find this product number.").waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await keyboard.type(product.sku.toLowerCase());
    await keyboard.press("Enter");
    const colors = page.getByRole("combobox", { name: "Color, row 1", exact: true });
    await colors.waitFor();
    assert.equal(await number(1).inputValue(), product.sku);
    await shopper.axe("quick order with a product looked up");
    // The look-up leads on to what it added. A select is chosen by typing the beginning of a value.
    await shopper.focusOn(colors);
    await keyboard.type(color);
    await keyboard.fill(page.getByRole("combobox", { name: "Size, row 1", exact: true }), sizes[0].text, "the sizes");
    await keyboard.fill(page.getByRole("textbox", { name: "Quantity, row 1", exact: true }), "3", "the quantity");
    await page.getByText("1 row to add, 3 pieces").waitFor();
    await keyboard.tabTo(page.getByRole("button", { name: "Add another option" }), "another option");
    await keyboard.press("Enter");
    const second = (label) => page.getByLabel(`${label}, row 1, option 2`, { exact: true });
    await keyboard.tabTo(number(1), "back to the row", "Shift+Tab");
    await keyboard.fill(second("Color"), color, "the colors of the second option");
    await keyboard.fill(second("Size"), sizes[1].text, "the sizes of the second option");
    await keyboard.fill(second("Quantity"), "2", "the quantity of the second option");
    await page.getByText("1 row to add, 5 pieces").waitFor();
    await keyboard.tabTo(page.getByRole("button", { name: "Add to Cart" }), "Add to Cart");
    await keyboard.press("Enter");
    const miniCart = page.getByRole("dialog", { name: "My Cart (5)" });
    await miniCart.getByText("5 pieces added to your cart").waitFor();
    await keyboard.press("Escape");
    await miniCart.waitFor({ state: "detached" });
    assert.equal(await number(1).inputValue(), "");
    assert.deepEqual(
      shopper.problems.filter((problem) => !problem.includes("404")),
      [],
    );
  });

  journey(world, "from a typed sku any other option is reached", async ({ store, arrive }) => {
    // Youth and adult sizes, and names to print.
    const sku = "DD1076-CDWH-YS";
    const { colors } = await store.json(`/api/features/QuickOrder/?productId=${sku}`);
    const sold = colors.filter(
      ({ productVariant, attributesData }) => productVariant.price && !attributesData.unavailable,
    );
    const told = ({ attributesData }) => Object.fromEntries(attributesData.attributes.map((it) => [it.name, it.value]));
    const wanted = sold.map(told).find(({ adultOrYouth }) => adultOrYouth === "Adult");
    for (const viewport of [phone, undefined]) {
      const shopper = await arrive(viewport ? { viewport } : {});
      const { page } = shopper;
      await shopper.visit("/quick-order/");
      const number = page.getByRole("textbox", { name: "Product number, row 1" });
      await number.fill(sku.toLowerCase());
      await number.press("Tab");
      const choice = (label) => page.getByRole("combobox", { name: `${label}, row 1`, exact: true });
      await choice("Size").waitFor();
      assert.equal(await choice("Adult or youth").inputValue(), "Youth");
      await choice("Adult or youth").selectOption("Adult");
      assert.equal(await choice("Size").inputValue(), "", "a youth size goes with 'Youth'");
      await choice("Size").selectOption(wanted.size);
      await choice("Color").selectOption(wanted.color);
      assert.equal(await choice("Adult or youth").inputValue(), "Adult");
      const [article] = sold.filter((it) => told(it).size === wanted.size && told(it).color === wanted.color);
      await page.getByText(article.productVariant.sku).waitFor();
      await choice("Size").selectOption("YS");
      assert.equal(await choice("Adult or youth").inputValue(), "Youth", "the others follow");
      await shopper.fitsTheWindow("quick order with options");
      shopper.nothingWrong();
    }
  });

  journey(world, "clearing quick order is taken back, and it fits a phone", async ({ store, arrive }) => {
    const { product } = await chosenByTwo(store);
    const shopper = await arrive({ viewport: phone });
    const { page } = shopper;
    await shopper.visit("/quick-order/");
    const number = page.getByRole("textbox", { name: "Product number, row 2" });
    await number.fill(product.sizes?.[0]?.sku ?? product.sku);
    await number.press("Enter");
    await page.getByRole("combobox", { name: "Size, row 2" }).waitFor();
    await shopper.fitsTheWindow("quick order on a phone");
    await page.getByRole("button", { name: "Clear all" }).click();
    assert.equal(await number.inputValue(), "");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("combobox", { name: "Size, row 2" }).waitFor();
    shopper.nothingWrong();
  });

  journey(
    world,
    "a journey tells each event once, in order, and the store what was added",
    async ({ store, arrive }) => {
      const { product, sizes, color } = await chosenByTwo(store);
      const shopper = await arrive();
      const { page } = shopper;
      const counted = [];
      page.on("request", (request) => {
        if (!request.url().endsWith("/api/analytics/events")) return;
        counted.push(...request.postDataJSON().events.map(({ act, productId }) => `${act} ${productId}`));
      });
      await shopper.visit(`/search/?query=${encodeURIComponent(product.name)}`);
      const hit = page.getByRole("main").getByRole("article").filter({ hasText: product.name }).first();
      await hit.hover();
      await hit.getByRole("button", { name: `Quick View: ${product.name}` }).click();
      const panel = page.getByRole("dialog", { name: "Quick View" });
      await panel.getByRole("link", { name: product.name }).waitFor();
      await shopper.axe("the quick view");
      await panel.getByRole("textbox", { name: `${color}, size ${sizes[0].text}, quantity` }).fill("-2");
      await panel.getByRole("button", { name: "Add to Cart" }).click();
      const miniCart = page.getByRole("dialog", { name: /^My Cart/ });
      await miniCart.getByText("2 pieces added to your cart").waitFor();
      assert.equal(await panel.count(), 0);
      await miniCart.getByRole("button", { name: "Close" }).click();
      await hit.getByRole("link", { name: product.name }).click();
      await shopper.heading(product.name).waitFor();
      await shopper.fillGrid({ [sizes[1].text]: 3 });
      await (await shopper.addToCart()).getByRole("button", { name: "Close" }).click();
      await page.getByRole("link", { name: "Quick order" }).first().click();
      const number = page.getByRole("textbox", { name: "Product number, row 1" });
      await number.fill(sizes[2].sku);
      await number.press("Enter");
      await page.getByRole("textbox", { name: "Quantity, row 1" }).fill("1");
      await page.getByRole("button", { name: "Add to Cart" }).click();
      await miniCart.getByRole("link", { name: "View Cart" }).click();
      await shopper.heading("My Cart (6)").waitFor();
      await page.getByRole("button", { name: new RegExp(`^Remove .*size ${sizes[2].text}`) }).click();
      await shopper.heading("My Cart (5)").waitFor();
      await page.getByRole("button", { name: "Proceed To Checkout" }).click();
      await shopper.heading("Shipping").waitFor();
      const events = await page.evaluate(() =>
        globalThis.dataLayer.map(({ event, ecommerce }) => [
          event,
          (ecommerce?.items ?? []).map((item) => item.quantity ?? 0),
        ]),
      );
      const told = events.filter(([event]) => event !== "search");
      assert.deepEqual(told, [
        ["select_item", [0]],
        ["view_item", [0]],
        ["add_to_cart", [2]],
        ["select_item", [0]],
        ["view_item", [0]],
        ["add_to_cart", [3]],
        ["quick_order", [1]],
        ["view_cart", told[7]?.[1]],
        ["remove_from_cart", [1]],
        ["begin_checkout", told[9]?.[1]],
      ]);
      assert.deepEqual(told[7][1].toSorted(), [1, 2, 3]);
      assert.deepEqual(told[9][1].toSorted(), [2, 3]);
      const { id } = product;
      assert.deepEqual(counted, [
        `click ${id}`,
        `addedToCart ${id}`,
        `click ${id}`,
        `addedToCart ${id}`,
        `addedToCart ${id}`,
      ]);
      shopper.nothingWrong();
    },
  );
}

journeys([quickOrder]);
