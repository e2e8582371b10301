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

function contrastThemes(world) {
  journey(world, "states are told apart in a contrast theme", async ({ store, arrive }) => {
    const shopper = await arrive();
    const { page } = shopper;
    await page.emulateMedia({ forcedColors: "active" });
    const differ = async (what, one, other) => {
      assert.notEqual(await look(one), await look(other), what);
    };
    const { navigation } = await store.json("/api/shell");
    const category = navigation.find(({ navigation: below = [] }) => below.length > 0);

    await shopper.visit(category.href);
    const sizes = page.getByRole("complementary", { name: "Filters" }).getByRole("link", { name: /, \d+ products$/ });
    await sizes.first().click();
    await page.waitForURL(/size=/);
    await differ("a chosen size", sizes.and(page.locator("[aria-current]")).first(), sizes.last());
    const pages = page.getByRole("navigation", { name: "Pages of this list" }).getByRole("link");
    if ((await pages.count()) > 2) {
      const here = pages.and(page.locator("[aria-current]"));
      await differ("the page of a list", here.first(), pages.and(page.locator(":not([aria-current])")).first());
    }
    const items = page.getByRole("navigation", { name: "Categories" }).locator(".nav-item");
    await page.getByRole("button", { name: `${category.title} menu` }).click();
    await differ("an open category", items.and(page.locator("[data-open=true]")), items.last());
    await page.keyboard.press("Escape");

    const { product } = await findProduct(store, piecewise);
    await shopper.visit(product.href);
    const layouts = page.getByRole("group", { name: "Layout" }).getByRole("button");
    await differ("the layout", layouts.first(), layouts.last());
    const colors = page.locator("fieldset label");
    if ((await colors.count()) > 1) {
      const chosen = colors.filter({ has: page.locator("input:checked") }).first();
      await differ("a chosen color", chosen, colors.filter({ has: page.locator("input:not(:checked)") }).first());
    }

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
