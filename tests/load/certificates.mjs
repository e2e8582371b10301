// One certificate, many carts: in each round all rivals place their order at once, and one may win (R18).
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

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

/** Puts certificates `RACE-0` … into the store's database, as its owner would. */
export function issueCertificates(binary, database, folder, count) {
  const header = "number,catalog,site_code,status,valid,expires_on,value,organization,participant,flyer\n";
  const rows = Array.from({ length: count }, (_, nth) => `RACE-${nth},BS,,,yes,,50.00,Eagles,,\n`);
  const file = join(folder, "certificates.csv");
  writeFileSync(file, header + rows.join(""));
  execFileSync(binary, ["import", "certificates", file], { env: { ...process.env, DATABASE_URL: database } });
}

/** Somebody with a cookie who buys without an account. */
export class Shopper {
  #base;
  #cookie = "";

  constructor(base) {
    this.#base = base;
  }

  async #send(method, path, body, headers = {}) {
    const response = await fetch(`${this.#base}${path}`, {
      method,
      headers: { "content-type": "application/json", ...(this.#cookie ? { cookie: this.#cookie } : {}), ...headers },
      body: JSON.stringify(body),
    });
    this.#cookie ||= response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return { status: response.status, body: await response.json() };
  }

  add(sku) {
    return this.#send("POST", "/api/cart/lines", { lines: [{ sku, quantity: 2 }] });
  }

  async #pay() {
    const answer = await this.#send("PUT", "/api/checkout/payment", { poNumber: "PO-1" });
    const { cartId, cartVersion, totalCents, reviewed } = answer.body;
    this.order = { cartId, cartVersion, totalCents, reviewed: reviewed?.map((part) => part.mark) };
    return answer;
  }

  /** All that comes before the order. */
  async prepare(sku, certificate) {
    await this.add(sku);
    await this.#send("POST", "/api/cart/certificates", { certificateNumber: certificate, place: "order" });
    await this.#send("PUT", "/api/checkout/shipping", shipping);
    await this.#pay();
  }

  place() {
    return this.#send("POST", "/api/orders", this.order, { "idempotency-key": "race" });
  }

  /** The acts of a whole purchase, one after the other. */
  *purchase(sku) {
    yield () => this.add(sku);
    yield () => this.#send("PUT", "/api/checkout/shipping", shipping);
    yield () => this.#pay();
    yield () => this.place();
  }
}

/** Winners of each round, answers of the losers, and how long the placements took. */
export async function doubleSpend(base, sku, { rounds, rivals }) {
  const winners = [];
  const losers = new Map();
  let milliseconds = 0;
  for (let round = 0; round < rounds; round += 1) {
    const shoppers = Array.from({ length: rivals }, () => new Shopper(base));
    await Promise.all(shoppers.map((shopper) => shopper.prepare(sku, `RACE-${round}`)));
    const began = performance.now();
    const answers = await Promise.all(shoppers.map((shopper) => shopper.place()));
    milliseconds += performance.now() - began;
    winners.push(answers.filter(({ status }) => status === 201).length);
    for (const { status, body } of answers.filter(({ status: told }) => told !== 201)) {
      const told = `${status} ${body.code}`;
      losers.set(told, (losers.get(told) ?? 0) + 1);
    }
  }
  return { winners, losers, milliseconds };
}
