// Orders placed from outside any browser, for journeys that begin where a customer's ends.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import http from "node:http";

/** Whose orders these are, unless somebody else is named, and where they go. */
export const coach = "coach.reyes@lincoln.example";
export const address = {
  firstName: "Dana",
  lastName: "Reyes",
  company: "Lincoln High School",
  phoneNumber: "555-201-7788",
  address: "12 Field Street",
  country: "US",
  city: "Dallas",
  state: "TX",
  zip: "75201",
};

/** Somebody with a cookie who buys without an account. */
export class Guest {
  #store;
  #site;
  #cookie = "";

  constructor(store, site) {
    this.#store = store;
    this.#site = site;
  }

  async send(method, path, body, headers = {}) {
    const text = body === undefined ? "" : JSON.stringify(body);
    const options = {
      host: "127.0.0.1",
      port: this.#store.port,
      path,
      method,
      headers: {
        // Node resolves no *.localhost names.
        host: `${this.#site}.localhost:${this.#store.port}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
        ...(this.#cookie ? { cookie: this.#cookie } : {}),
        ...headers,
      },
    };
    const response = await /** @type {Promise<http.IncomingMessage>} */ (
      new Promise((resolve, reject) => {
        http.request(options, resolve).once("error", reject).end(text);
      })
    );
    const said = Buffer.concat(await response.toArray()).toString();
    assert.ok(response.statusCode < 300, `${method} ${path}: ${response.statusCode} ${said}`);
    this.#cookie ||= response.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    return JSON.parse(said);
  }
}

/** What placing an order says: of a cart with lines that went through checkout. */
export async function prepareOrder(guest, { lines, to = {}, email = coach, poNumber = "PO-1" }) {
  await guest.send("POST", "/api/cart/lines", { lines });
  const shipping = { email, address: { ...address, ...to }, method: "standard", instructions: "" };
  await guest.send("PUT", "/api/checkout/shipping", shipping);
  const { cartId, cartVersion, totalCents, reviewed } = await guest.send("PUT", "/api/checkout/payment", { poNumber });
  return { cartId, cartVersion, totalCents, reviewed: reviewed?.map(({ mark }) => mark) };
}

/** Places what was prepared. */
export const place = (guest, order) => guest.send("POST", "/api/orders", order, { "idempotency-key": randomUUID() });

/** Places an order: `{ lines: [{ sku, quantity, freeForm? }] }`, to whom, and with which purchase order. */
export async function placeOrder(store, what) {
  const guest = new Guest(store, what.site ?? "fieldhouse");
  return place(guest, await prepareOrder(guest, what));
}
