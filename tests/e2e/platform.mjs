// @ts-check
// The commerce platform's own TypeScript SDK, unmodified, against the real binary: every call of account §7 and
// cart §7. What comes back is held against the SDK's types by compiling it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import platform from "@commercetools/platform-sdk";
import sdk from "@commercetools/ts-client";
import { journeys } from "./world.mjs";

const projectKey = "fieldhouse";
const password = "seven green llamas";
/** What a storefront is given for its browser: it opens nothing but the token endpoints. */
const credentials = { clientId: "storefront", clientSecret: "public" };
const scopes = ["manage_my_profile", "manage_my_orders", "manage_my_payments", "manage_my_business_units"].map(
  (scope) => `${scope}:${projectKey}`,
);
const artifacts = path.join(import.meta.dirname, "artifacts");

/** @typedef {{ store: { port: number, said: () => string, json: (address: string, site?: string) => Promise<any> } }} World */
/** @typedef {(builder: import("@commercetools/ts-client").ClientBuilder, host: string) => unknown} Flow */

/** What came back, by the name of its type in the SDK. */
class Answers {
  /** @type {string[]} */
  #lines = [];

  /**
   * @template T
   * @param {string} type
   * @param {{ body: T }} answer
   * @returns {T}
   */
  keep(type, { body }) {
    this.#lines.push(`export const a${this.#lines.length}: sdk.${type} = ${JSON.stringify(body, null, 2)};`);
    return body;
  }

  /** Fails on a field that is missing, of another type, or unknown to the SDK. */
  async check() {
    mkdirSync(artifacts, { recursive: true });
    const file = path.join(artifacts, "platform-answers.ts");
    writeFileSync(file, `import type * as sdk from "@commercetools/platform-sdk";\n\n${this.#lines.join("\n\n")}\n`);
    const tsc = path.resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
    const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--types", "", "--ignoreConfig"];
    await promisify(execFile)(process.execPath, [tsc, ...flags, file]).catch((failure) => {
      assert.fail(`answers are not what the SDK says they are\n${failure.stdout}`);
    });
    return this.#lines.length;
  }
}

/**
 * @param {World} world
 * @param {Flow} flow
 */
function connect({ store }, flow) {
  const host = `http://127.0.0.1:${store.port}`;
  const builder = new sdk.ClientBuilder();
  flow(builder, host);
  const client = builder.withHttpMiddleware({ host: `${host}/platform`, httpClient: fetch }).build();
  return platform.createApiBuilderFromCtpClient(client).withProjectKey({ projectKey });
}

/** @type {Flow} */
const anonymously = (builder, host) =>
  builder.withAnonymousSessionFlow({ host, projectKey, credentials, scopes, httpClient: fetch });

/**
 * @param {string} username
 * @param {string} [storeKey]
 * @param {string} [secret]
 * @returns {Flow}
 */
const as =
  (username, storeKey, secret = password) =>
  (builder, host) =>
    builder.withPasswordFlow({
      host,
      projectKey,
      credentials: { ...credentials, user: { username, password: secret } },
      scopes,
      httpClient: fetch,
      ...(storeKey ? { oauthUri: `/oauth/${projectKey}/in-store/key=${storeKey}/customers/token` } : {}),
    });

/**
 * The error a call ends with.
 * @param {Promise<unknown>} call
 * @returns {Promise<any>}
 */
async function refusal(call) {
  const error = await call.then(
    () => undefined,
    (/** @type {unknown} */ error) => error,
  );
  assert.ok(error, "it was not refused");
  return error;
}

/** @param {string} street */
const address = (street) => ({
  firstName: "Pat",
  lastName: "Margolis",
  phone: "214-555-0142",
  streetName: street,
  city: "Dallas",
  state: "TX",
  postalCode: "75201",
  country: "US",
});

/** @param {World} world */
async function someSku(world) {
  const list = await world.store.json("/api/search?query=ball");
  for (const tile of list.products ?? list.hits ?? list.items) {
    const product = await world.store.json(`/api/catalog/products/${tile.href.split("/")[2]}`);
    if (product.callToOrder || product.freeFormOptions.length > 0) continue;
    for (const variant of product.variants) {
      for (const size of variant.sizes) {
        if (!size.unavailable && size.minOrderQty <= 1 && size.deliveryUnit <= 1) return String(size.sku);
      }
    }
  }
  throw new Error("no ball is sold by the piece");
}

/** @param {World} world */
function customerApi(world) {
  test("the platform's SDK: a shopper without a name fills a cart, signs up and finds it again", async () => {
    const answers = new Answers();
    const shopper = connect(world, anonymously);
    const sku = await someSku(world);
    const none = await refusal(shopper.me().activeCart().get().execute());
    assert.deepEqual([none.statusCode, none.body.errors[0].code], [404, "ResourceNotFound"]);
    let cart = answers.keep(
      "Cart",
      await shopper
        .me()
        .carts()
        .post({ body: { currency: "USD" } })
        .execute(),
    );
    assert.deepEqual([cart.lineItems.length, cart.cartState, cart.totalPrice.centAmount], [0, "Active", 0]);

    /** @param {import("@commercetools/platform-sdk").MyCartUpdateAction[]} actions */
    const change = async (...actions) => {
      const body = { version: cart.version, actions };
      cart = answers.keep("Cart", await shopper.me().carts().withId({ ID: cart.id }).post({ body }).execute());
      return cart;
    };
    await change({ action: "addLineItem", sku, quantity: 3 });
    const line = cart.lineItems[0];
    assert.ok(line);
    assert.deepEqual([line.variant.sku, line.quantity, typeof line.name.en], [sku, 3, "string"]);
    assert.equal(line.totalPrice.centAmount, cart.totalPrice.centAmount);
    await change({ action: "changeLineItemQuantity", lineItemId: line.id, quantity: 2 }, { action: "recalculate" });
    const { types } = await world.store.json("/api/cart/types/");
    await change(
      { action: "setCustomType", type: { typeId: "type", id: types.body.id } },
      { action: "setCustomField", name: "program_id", value: "P1" },
    );
    assert.equal(cart.custom?.fields.program_id, "P1");
    await change({ action: "setCustomField", name: "program_id", value: "remove" });
    assert.equal(cart.custom?.fields.program_id, undefined);

    const stale = await refusal(
      shopper
        .me()
        .carts()
        .withId({ ID: cart.id })
        .post({ body: { version: 1, actions: [] } })
        .execute(),
    );
    assert.deepEqual([stale.statusCode, stale.body.errors[0].code], [409, "ConcurrentModification"]);
    assert.equal(stale.body.errors[0].currentVersion, cart.version);

    const email = "sdk@lincoln.example";
    const signUp = {
      email,
      password,
      title: "Head Coach",
      addresses: [address("12 Field Street")],
      custom: {
        type: { typeId: /** @type {const} */ ("type"), key: "customer" },
        fields: { customer_classification_id: "Club" },
      },
    };
    const joined = answers.keep("CustomerSignInResult", await shopper.me().signup().post({ body: signUp }).execute());
    assert.deepEqual([joined.customer.email, joined.cart?.id], [email, cart.id]);
    const twice = await refusal(shopper.me().signup().post({ body: signUp }).execute());
    assert.deepEqual([twice.statusCode, twice.body.errors[0].code], [400, "DuplicateField"]);
    const customer = connect(world, as(email));
    assert.equal(answers.keep("Cart", await customer.me().activeCart().get().execute()).id, cart.id);
    const entered = await shopper.me().login().post({ body: { email, password } }).execute();
    answers.keep("CustomerSignInResult", entered);
    assert.ok((await answers.check()) >= 8);
  });

  test("the platform's SDK: a customer is read and changed by all actions of account §7", async () => {
    const answers = new Answers();
    const customer = connect(world, as("coach@demo.example"));
    const inStore = customer.inStoreKeyWithStoreKeyValue({ storeKey: "fieldhouse" });
    const expand = ["addresses[*]"];
    let me = answers.keep("Customer", await customer.me().get({ queryArgs: { expand } }).execute());
    assert.deepEqual([me.email, me.stores[0]?.key], ["coach@demo.example", "fieldhouse"]);

    /** @param {import("@commercetools/platform-sdk").MyCustomerUpdateAction[]} actions */
    const change = async (...actions) => {
      me = answers.keep(
        "Customer",
        await inStore
          .me()
          .post({ body: { version: me.version, actions } })
          .execute(),
      );
      return me;
    };
    await change(
      { action: "setTitle", title: "Director" },
      { action: "setFirstName", firstName: "Robin" },
      { action: "setLastName", lastName: "Okafor" },
      { action: "setCustomField", name: "customer_classification_id", value: "School" },
    );
    assert.deepEqual([me.title, me.firstName, me.lastName], ["Director", "Robin", "Okafor"]);
    assert.equal(me.custom?.fields.customer_classification_id, "School");
    await change({ action: "addAddress", address: address("99 Stadium Drive") });
    const added = me.addresses.find((entry) => entry.streetName === "99 Stadium Drive")?.id;
    const before = me.defaultShippingAddressId;
    await change({ action: "changeAddress", addressId: added, address: address("100 Stadium Drive") });
    await change(
      { action: "addShippingAddressId", addressId: added },
      { action: "setDefaultShippingAddress", addressId: added },
    );
    assert.equal(me.defaultShippingAddressId, added);
    assert.ok(added && me.shippingAddressIds.includes(added));
    await change(
      { action: "setDefaultShippingAddress", addressId: before },
      { action: "removeAddress", addressId: added },
    );
    assert.equal(
      me.addresses.some((entry) => entry.id === added),
      false,
    );

    const bad = await refusal(
      customer
        .me()
        .post({ body: { version: me.version, actions: [{ action: "setTitle", title: " " }] } })
        .execute(),
    );
    assert.deepEqual([bad.statusCode, bad.body.errors[0].code], [400, "RequiredField"]);
    const elsewhere = customer.inStoreKeyWithStoreKeyValue({ storeKey: "usgames" });
    assert.equal((await refusal(elsewhere.me().get().execute())).statusCode, 404);
    const otherProject = platform
      .createApiBuilderFromCtpClient(customerClient(world))
      .withProjectKey({ projectKey: "other" });
    assert.equal((await refusal(otherProject.me().get().execute())).statusCode, 404);
    await answers.check();
  });

  test("the platform's SDK: an old version is asked again with the current one by its own middleware", async () => {
    const customer = connect(world, (builder, host) => {
      as("director@demo.example")(builder, host);
      builder.withConcurrentModificationMiddleware();
    });
    const { body: seen } = await customer.me().get().execute();
    /** @param {string} title */
    const rename = (title) =>
      customer
        .me()
        .post({ body: { version: seen.version, actions: [{ action: "setTitle", title }] } })
        .execute();
    await rename("Principal");
    const again = await rename("Dean");
    assert.deepEqual([again.body.title, again.body.version], ["Dean", seen.version + 2]);
  });

  test("the platform's SDK: tokens are renewed, and end with the password they came from", async () => {
    const email = "approver@demo.example";
    /** @type {import("@commercetools/ts-client").TokenStore | undefined} */
    let given;
    const tokenCache = {
      get: async () => given ?? { token: "", expirationTime: -1 },
      /** @param {import("@commercetools/ts-client").TokenStore} tokens */
      set: async (tokens) => {
        given = tokens;
      },
    };
    const customer = connect(world, (builder, host) =>
      builder.withPasswordFlow({
        host,
        projectKey,
        credentials: { ...credentials, user: { username: email, password } },
        scopes,
        httpClient: fetch,
        tokenCache,
        oauthUri: `/oauth/${projectKey}/in-store/key=usgames/customers/token`,
      }),
    );
    assert.deepEqual((await customer.me().get().execute()).body.stores, [{ typeId: "store", key: "usgames" }]);
    const first = { .../** @type {any} */ (given) };
    assert.ok(first.token && first.refreshToken);
    // The client believes its token has ended: several calls at once renew it, each by itself.
    given = { ...first, expirationTime: 0 };
    const [one, two] = await Promise.all([customer.me().get().execute(), customer.me().get().execute()]);
    assert.equal(one.body.id, two.body.id);
    assert.notEqual(/** @type {any} */ (given).token, first.token);

    const renewed = connect(world, (builder, host) =>
      builder.withRefreshTokenFlow({
        host,
        projectKey,
        credentials,
        refreshToken: String(/** @type {any} */ (given).refreshToken),
        httpClient: fetch,
      }),
    );
    const { body: me } = await renewed.me().get().execute();
    assert.equal(me.email, email);
    const changed = await renewed
      .me()
      .password()
      .post({ body: { version: me.version, currentPassword: password, newPassword: "nine purple giraffes" } })
      .execute();
    assert.equal(changed.body.id, me.id);
    const ended = connect(world, (builder) => builder.withExistingTokenFlow(`Bearer ${first.token}`, { force: true }));
    const refused = await refusal(ended.me().get().execute());
    assert.deepEqual([refused.statusCode, refused.body.errors[0].code], [401, "invalid_token"]);
    const wrong = await refusal(connect(world, as(email, "usgames")).me().get().execute());
    assert.equal(wrong.statusCode, 400);
    assert.equal(
      (
        await connect(world, as(email, "usgames", "nine purple giraffes"))
          .me()
          .get()
          .execute()
      ).statusCode,
      200,
    );
  });

  test("the platform's SDK: payments are planned, put on the cart, taken off and deleted", async () => {
    const answers = new Answers();
    const customer = connect(world, as("coach@demo.example"));
    const type = { typeId: /** @type {const} */ ("type"), key: "payment" };
    const amountPlanned = { currencyCode: "USD", centAmount: 1 };
    const draft = {
      amountPlanned,
      paymentMethodInfo: { paymentInterface: "SAP", method: "PURCHASE_ORDER" },
      custom: { type, fields: { po_number: "PO-4711" } },
    };
    const order = answers.keep("MyPayment", await customer.me().payments().post({ body: draft }).execute());
    assert.equal(order.custom?.fields.po_number, "PO-4711");
    const fields = { card_token: "tok-4711", exp_month: "12", exp_year: "2031" };
    const paymentMethodInfo = { paymentInterface: "card-payment-provider", method: "VISA" };
    const body = { amountPlanned, paymentMethodInfo, custom: { type, fields } };
    const card = answers.keep("MyPayment", await customer.me().payments().post({ body }).execute());
    assert.equal(JSON.stringify(card).includes("tok-4711"), false);
    const list = answers.keep(
      "MyPaymentPagedQueryResponse",
      await customer
        .me()
        .payments()
        .get({ queryArgs: { limit: 50 } })
        .execute(),
    );
    assert.ok(list.limit === 50 && list.results.some((payment) => payment.id === card.id));
    answers.keep("MyPayment", await customer.me().payments().withId({ ID: card.id }).get().execute());

    const { body: cart } = await customer
      .me()
      .carts()
      .post({ body: { currency: "USD" } })
      .execute();
    const payment = { typeId: /** @type {const} */ ("payment"), id: order.id };
    const added = answers.keep(
      "Cart",
      await customer
        .me()
        .carts()
        .withId({ ID: cart.id })
        .post({ body: { version: cart.version, actions: [{ action: "addPayment", payment }] } })
        .execute(),
    );
    assert.equal(added.paymentInfo?.payments[0]?.id, order.id);
    const expand = "paymentInfo.payments[*]";
    const whole = answers.keep("Cart", await customer.me().activeCart().get({ queryArgs: { expand } }).execute());
    assert.equal(whole.paymentInfo?.payments[0]?.obj?.custom?.fields.po_number, "PO-4711");
    const removed = await customer
      .me()
      .carts()
      .withId({ ID: cart.id })
      .post({ body: { version: added.version, actions: [{ action: "removePayment", payment }] } })
      .execute();
    assert.equal(removed.body.paymentInfo, undefined);
    for (const { id, version } of [order, card]) {
      await customer.me().payments().withId({ ID: id }).delete({ queryArgs: { version } }).execute();
    }
    await answers.check();
  });

  test("the platform's SDK: business units come with their parties in place", async () => {
    const answers = new Answers();
    const customer = connect(world, as("director@demo.example"));
    const parties = ["bill_to_party", "ship_to_party", "sold_to_party", "payer"];
    const expand = parties.map((party) => `custom.fields.${party}[*]`);
    const query = customer.me().businessUnits().get({ queryArgs: { expand } });
    const units = answers.keep("BusinessUnitPagedQueryResponse", await query.execute());
    assert.deepEqual(
      units.results.map((unit) => unit.key),
      ["ADAMS-MS", "LINCOLN-HS", "LAKESIDE-CLUB"],
    );
    const fields = units.results[1]?.custom?.fields ?? {};
    assert.deepEqual(
      parties.map((party) => fields[party].map((/** @type {any} */ reference) => reference.obj.key)),
      [["LINCOLN-HS"], ["LINCOLN-WAREHOUSE"], ["LINCOLN-HS"], ["DALLAS-ISD"]],
    );
    assert.equal(fields.ship_to_party[0].obj.addresses[0].custom.fields.address_type, "ship-to");
    const { id: ID, key } = units.results[0] ?? assert.fail("no unit");
    for (const one of [customer.me().businessUnits().withId({ ID }), customer.me().businessUnits().withKey({ key })]) {
      assert.equal(answers.keep("BusinessUnit", await one.get().execute()).id, ID);
    }
    const none = await connect(world, as("coach@demo.example")).me().businessUnits().get().execute();
    assert.equal(answers.keep("BusinessUnitPagedQueryResponse", none).total, 0);
    await answers.check();
  });

  test("the platform's SDK: orders are those of the caller", async () => {
    const answers = new Answers();
    const customer = connect(world, as("coach@demo.example"));
    const orders = answers.keep(
      "OrderPagedQueryResponse",
      await customer
        .me()
        .orders()
        .get({ queryArgs: { limit: 50 } })
        .execute(),
    );
    assert.deepEqual([orders.limit, orders.offset, orders.count], [50, 0, orders.results.length]);
    const queryArgs = { where: "orderNumber = :number", "var.number": "FH-0", sort: "createdAt desc" };
    const narrowed = await customer.me().orders().get({ queryArgs }).execute();
    assert.equal(answers.keep("OrderPagedQueryResponse", narrowed).total, 0);
    const ID = "00000000-0000-4000-8000-000000000000";
    const expand = "paymentInfo.payments[*]";
    const missing = await refusal(customer.me().orders().withId({ ID }).get({ queryArgs: { expand } }).execute());
    assert.equal(missing.statusCode, 404);
    await answers.check();
  });
}

/** @param {World} world */
function customerClient({ store }) {
  const host = `http://127.0.0.1:${store.port}`;
  const builder = new sdk.ClientBuilder();
  as("coach@demo.example")(builder, host);
  return builder.withHttpMiddleware({ host: `${host}/platform`, httpClient: fetch }).build();
}

journeys([customerApi], { browser: false });
