// A new season: last year's order meets this year's roster, and what is different is named before it goes into the cart.
import { findProduct, personalised } from "./articles.mjs";
import { placeOrder } from "./buyers.mjs";
import { journey } from "./journey.mjs";
import { inLetterTo } from "./letters.mjs";
import { phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const email = "coach.ito@lincoln.example";

function newSeason(world) {
  journey(world, "an order and a new roster make a cart, with the differences named", async ({ store, arrive }) => {
    const { product, sizes } = await findProduct(store, personalised);
    const [small, large] = sizes;
    const texts = (name, number) => product.freeFormOptions.map((label) => (/number/i.test(label) ? number : name));
    const lines = [
      { sku: small.sku, quantity: 2, freeForm: [texts("Rivera", "7"), texts("Okafor", "9")] },
      { sku: large.sku, quantity: 1, freeForm: [texts("Lindqvist", "4")] },
    ];
    const order = await placeOrder(store, { lines, email, poNumber: "PO-LAST-YEAR" });
    const link = await inLetterTo(store.mailFolder, email, /http\S+\/order\S*key=[\w.~-]+/);
    const { pathname, search } = new URL(link);

    const shopper = await arrive();
    const { page } = shopper;
    await shopper.visit(`${pathname}${search}`);
    await page.getByRole("link", { name: "New Season" }).click();
    const start = page.getByRole("region", { name: "A new season" });
    await start.getByText(`A new season of order ${order.number}`).waitFor();
    await shopper.axe("a new season begins");
    await start.getByRole("button", { name: "Start with the players of that order" }).focus();
    await page.keyboard.press("Enter");
    const compared = page.getByRole("region", { name: `Compared with order ${order.number}` });
    await compared.getByText("3 players as then").waitFor();

    // Another roster in place of it: one grew, one came, one left.
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    const roster = [
      ["Name", "Number", "Size"],
      ["Rivera", "7", large.text],
      ["Okafor", "9", small.text],
      ["Novak", "5", large.text],
    ];
    await page
      .getByRole("textbox", { name: "Paste your rows here" })
      .fill(roster.map((row) => row.join("\t")).join("\n"));
    await page.getByRole("button", { name: "Read rows" }).click();
    await compared.getByText("1 player as then, 1 changed, 1 new, 1 gone").waitFor();
    await compared.getByText(`Rivera, 7: `, { exact: false }).waitFor();
    await compared.getByText("Novak, 5").waitFor();
    await compared.getByText("Lindqvist, 4").waitFor();
    await compared.getByRole("table", { name: "Sizes that are not as many as then" }).waitFor();
    await shopper.axe("a roster beside an order");
    await shopper.fitsTheWindow("a roster beside an order");
    await shopper.resize(phone);
    await shopper.fitsTheWindow("a roster beside an order on a phone");
    await page.getByRole("button", { name: "Add all to Cart" }).click();
    await page.getByRole("dialog").getByText("3").first().waitFor();
    await shopper.visit("/cart");
    await page.getByText("Novak").first().waitFor();
    shopper.nothingWrong();
  });
}

journeys([newSeason]);
