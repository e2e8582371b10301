// The purchase event: once an order, with what was charged.
import { expect, test } from "@jest/globals";
import { QueryClient } from "@tanstack/react-query";
import { card, line, order } from "../../../../test/cart-samples";
import { otherWindow } from "../../../../test/other-window";
import { problem, stubApi } from "../../../../test/stub-api";
import { placeOrder } from "./api";

const draft = { cartId: "cart-1", cartVersion: 3, totalCents: 33975, reviewed: [] };

test("an order that was placed is told as a purchase, in dollars from cents; a refused one is not", async () => {
  const page = window as Window & { dataLayer?: unknown[] };
  page.dataLayer = [];
  const api = stubApi({ "POST /api/orders": () => problem(409, { code: "cart_changed" }) });
  const client = new QueryClient();
  await expect(placeOrder(client, draft, "key-1")).rejects.toThrow();
  expect(page.dataLayer).toEqual([]);
  api.on("POST /api/orders", () => order());
  await placeOrder(client, draft, "key-1");
  expect(page.dataLayer).toEqual([
    {
      event: "purchase",
      ecommerce: {
        transaction_id: "FH-100023",
        currency: "USD",
        value: 339.75,
        shipping: 15,
        tax: 24.75,
        items: [
          {
            item_id: "p100",
            item_name: "Sideline Practice Jersey",
            price: 25,
            quantity: 12,
            brand: "Northfield",
            variant: "Navy",
            size: "M",
          },
        ],
      },
    },
  ]);
});

test("the other windows hear of a cart that became an order, not of one that was refused", async () => {
  const another = otherWindow();
  const api = stubApi({ "POST /api/orders": () => problem(409, { code: "cart_changed" }) });
  await expect(placeOrder(new QueryClient(), draft, "key-3")).rejects.toThrow();
  expect(another.heard).toEqual([]);
  api.on("POST /api/orders", () => order());
  await placeOrder(new QueryClient(), draft, "key-3");
  expect(another.heard).toEqual([Number.POSITIVE_INFINITY]);
  another.close();
});

test("an item's variant names all that was chosen but the size, which has a field of its own; else its sku", async () => {
  const page = window as Window & { dataLayer?: unknown[] };
  page.dataLayer = [];
  const option = (label: string, value: string) => ({ label, value });
  const chosen = [option("Color", "Navy"), option("Size", "M"), option("Hand", "Left")];
  const lines = [line({ sku: "A", options: chosen }), line({ sku: "B", size: "", options: [] })];
  stubApi({ "POST /api/orders": () => order({ items: [card({ color: "", lineItems: lines })] }) });
  await placeOrder(new QueryClient(), draft, "key-2");
  expect(page.dataLayer).toMatchObject([
    {
      ecommerce: {
        items: [
          { variant: "Navy, Left", size: "M" },
          { variant: "B", size: "" },
        ],
      },
    },
  ]);
});
