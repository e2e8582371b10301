// Shoppers who fill carts and order, every request at another node. Each change has a key and is sent until there is an answer, as a
// browser does: it must count once. What was acknowledged is written down here, apart from the store.
import http from "node:http";
import { pause } from "./stage.mjs";

const shipping = {
  email: "coach@example.com",
  address: {
    firstName: "Robin",
    lastName: "Coach",
    company: "Lincoln High School",
    phoneNumber: "555-555-0142",
    address: "100 Field Road",
    country: "US",
    city: "Austin",
    state: "TX",
    zip: "78701",
  },
  method: "standard",
  instructions: "",
};

/** Between two tries of the same request. */
const AGAIN = 100;

/** What happened to all shoppers. */
export class Book {
  /** Orders that were acknowledged, with how many pieces. */
  orders = new Map();
  /** How each was acknowledged: of which cart, and when every try was answered what. */
  stories = new Map();
  requests = 0;
  /** Connections that were cut in the middle, and answers of HAProxy in the place of a node that was gone. */
  cut = 0;
  /** Answers of a node that it cannot just now. */
  unavailable = 0;
  /** Any other 5xx of a node: never. */
  errors = [];
  /** Carts that had other pieces than were put in. */
  wrongCarts = [];
  /** Where a server of the database crashes, carts of its last moment may be gone: they are filled again, and counted. */
  cartsMayGo = false;
  goneCarts = 0;
  /** The longest that one change took until it was acknowledged, in milliseconds. */
  slowest = 0;
  /** The longest single answer of a node. */
  slowestAnswer = 0;
}

/** One request; `undefined` when the connection was cut. */
function once(base, method, path, headers, body) {
  return new Promise((resolve) => {
    const request = http.request(base + path, { method, headers, agent: false, timeout: 20_000 }, async (response) => {
      try {
        const text = Buffer.concat(await response.toArray()).toString();
        resolve({ status: response.statusCode, headers: response.headers, text });
      } catch {
        resolve(undefined);
      }
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(undefined));
    request.end(body);
  });
}

export class Shopper {
  #cookie = "";
  #base;
  #book;
  #number;
  #stop;

  constructor(base, book, number, stop) {
    this.#base = base;
    this.#book = book;
    this.#number = number;
    this.#stop = stop;
  }

  /** Sends until somebody answers; a change keeps its key. */
  async send(method, path, body, key) {
    const began = performance.now();
    const tries = [];
    for (;;) {
      const host = "fieldhouse.localhost";
      const headers = { host, "x-forwarded-for": `10.1.${this.#number >> 8}.${this.#number & 255}` };
      if (this.#cookie) headers.cookie = this.#cookie;
      if (key) headers["idempotency-key"] = key;
      const text = body === undefined ? undefined : JSON.stringify(body);
      if (text)
        Object.assign(headers, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
      const asked = performance.now();
      const answer = await once(this.#base, method, path, headers, text);
      this.#book.requests += 1;
      tries.push(`${new Date().toISOString().slice(14, 23)} ${answer?.status ?? "cut"}`);
      const byNode = answer?.headers["x-request-id"] !== undefined;
      if (byNode) this.#book.slowestAnswer = Math.max(this.#book.slowestAnswer, performance.now() - asked);
      if (!answer || (answer.status >= 500 && !byNode)) this.#book.cut += 1;
      else if (answer.status === 503 || (answer.status === 409 && answer.text.includes('"in_progress"'))) {
        this.#book.unavailable += Number(answer.status === 503);
      } else {
        if (answer.status >= 500)
          this.#book.errors.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
        for (const cookie of answer.headers["set-cookie"] ?? []) this.#cookie = cookie.split(";")[0];
        this.#book.slowest = Math.max(this.#book.slowest, performance.now() - began);
        return { ...answer, tries };
      }
      await pause(AGAIN);
    }
  }

  async #json(method, path, body, key) {
    const answer = await this.send(method, path, body, key);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer.text ? { ...JSON.parse(answer.text), tries: answer.tries } : undefined;
  }

  /** Fills a cart and orders it, again and again until it is told to stop. */
  async shop(skus) {
    for (let round = 0; !this.#stop.told; round++) {
      try {
        await this.order(skus, round);
      } catch (refused) {
        if (!this.#book.cartsMayGo) throw refused;
        this.#book.goneCarts += 1;
        this.#cookie = "";
      }
    }
  }

  /** What a shopper is shown has all they put in. */
  #holds({ totalLineItemQuantity }, pieces) {
    if (totalLineItemQuantity === pieces) return;
    const found = `${totalLineItemQuantity} pieces instead of ${pieces}`;
    if (this.#book.cartsMayGo) throw new Error(found);
    this.#book.wrongCarts.push(found);
  }

  async order(skus, round) {
    // Somebody new now and then: of one visitor the store keeps so many keys a day and no more.
    if (round % 100 === 0) this.#cookie = "";
    const key = (what) => `${what}-${this.#number}-${round}-${Date.now()}`;
    let pieces = 0;
    for (let line = 0; line < 2; line++) {
      const quantity = 1 + ((round + line) % 3);
      const sku = skus[(this.#number + round + line) % skus.length];
      await this.#json("POST", "/api/cart/lines", { lines: [{ sku, quantity }] }, key(`line${line}`));
      pieces += quantity;
    }
    this.#holds(await this.#json("GET", "/api/cart/head"), pieces);
    await this.#json("PUT", "/api/checkout/shipping", shipping);
    const review = await this.#json("PUT", "/api/checkout/payment", { poNumber: "PO-1" });
    // What is ordered is what is reviewed: a crash may have come since the cart was looked at.
    this.#holds(review, pieces);
    const reviewed = review.reviewed.map(({ mark }) => mark);
    const { cartId, cartVersion, totalCents } = review;
    const placed = await this.#json("POST", "/api/orders", { cartId, cartVersion, totalCents, reviewed }, key("order"));
    this.#book.orders.set(placed.id, pieces);
    this.#book.stories.set(placed.id, `cart ${cartId} ${placed.tries.join(", ")}`);
  }
}

/** In words, for a table. */
export const goneCarts = ({ goneCarts }) => `${goneCarts} carts of the last moment filled again`;

/** A crash finds each shopper with one cart: more than those were not taken by it. */
export const tooManyGone = ({ goneCarts }, most) =>
  goneCarts > most ? [`${goneCarts} carts were gone, and crashes found ${most}`] : [];

/** Shoppers at work while something is broken; what became of it. */
export async function whileShopping(base, skus, count, act, { cartsMayGo = false } = {}) {
  const book = Object.assign(new Book(), { cartsMayGo });
  const stop = { told: false };
  const all = Promise.all(
    Array.from({ length: count }, (_, number) => new Shopper(base, book, number, stop).shop(skus)),
  );
  // Whoever waits for an order would wait for good once a shopper gave up.
  const told = await Promise.race([act(book), all.then(() => new Promise(() => undefined))]).finally(() => {
    stop.told = true;
  });
  await all;
  return { book, told };
}
