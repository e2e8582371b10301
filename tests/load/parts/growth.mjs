// How the cost of an act grows: with the store's carts, orders and sessions, and with the lines of a cart. Only what
// has all lines in it may grow faster than a logarithm, whose exponent is 0.1 from the smallest store to the largest; and a
// change of a line, whose cart is held in memory: it is copied once, and read once after a line came.
// One request at a time: the medians are what the acts themselves cost.
import { place, prepareOrder } from "../../e2e/buyers.mjs";
import { Sqlite } from "../desk-databases.mjs";
import { buyer, exponent, grown, inTurns, linesOf, stranger, timed } from "../growth.mjs";

export const title = "Growth";

/** Orders; the demo has the first. */
export const SIZES = (process.env.BENCH_GROWTH ?? "400,10000,1000000").split(",").map(Number);
/** Lines of a cart, 2,000 at most. From the second on lines cost more than the request they come with. */
const LENGTHS = [1, 250, 500, 1_000, 2_000];
/** Lines of a cart and of an order while the store grows. */
const LINES = 50;
const ORDERED = 3;
const ACTS = 200;
/** Fewer of what takes longer with every line. */
const READ = 40;
const PLACED = 20;
const LOGARITHMIC = 0.1;
const LINEAR = 1.1;

const count = (number) => number.toLocaleString("en-US");
const milliseconds = (cost) => cost.toFixed(cost < 10 ? 2 : 0);

/** Tells what an act costs at each size, and how that grows from a size on. */
const teller = (row, sizes, things) => {
  const at = `${sizes.map(count).join(" / ")} ${things}: median (exponent)`;
  return (act, costs, most = LOGARITHMIC, from = 0) => {
    const first = sizes.findIndex((size) => size >= from);
    const slope = exponent(sizes.slice(first), costs.slice(first));
    const wanted = `exponent ≤ ${most}${from ? ` from ${count(from)} on` : ""}`;
    row(`${act}, ${at}`, wanted, `${costs.map(milliseconds).join(" / ")} ms (${slope.toFixed(2)})`, slope <= most);
  };
};

/** Tells an act that is linear in the lines of a cart, of which there are 2,000 at most: what each of them may cost. */
const perLine = (row, act, costs, most) => {
  const each = ((costs.at(-1) - costs[0]) * 1000) / (LENGTHS.at(-1) - LENGTHS[0]);
  const told = `${costs.map(milliseconds).join(" / ")} ms (${each.toFixed(1)} µs a line)`;
  row(`${act}, ${LENGTHS.map(count).join(" / ")} lines: median`, `linear, ≤ ${most} µs a line`, told, each <= most);
};

/** An act that is timed as a whole. */
const whole =
  (act) =>
  async (...of) => [(await timed(() => act(...of)))[0]];

const newCart = whole(({ store, skus }) =>
  stranger(store).send("POST", "/api/cart/lines", { lines: linesOf([skus[0]]) }),
);

const signIn = whole(({ store }) => stranger(store).send("POST", "/api/auth/signin", buyer));

const asCustomer = (path) => whole(({ customer }) => customer.send("GET", path));

const atTheDesk = (query) => whole(async (of, nth) => (await of.ask(`/desk/api/orders${query(of, nth)}`)).text());

async function readAndChange({ readers }, nth) {
  const [read, { version, items }] = await timed(() => readers[nth].send("GET", "/api/cart/active"));
  const path = `/api/cart/lines/${items[0].lineItems[0].lineItemId}`;
  const [changed] = await timed(() => readers[nth].send("PATCH", path, { quantity: 2, version }));
  return [read, changed];
}

async function prepareAndPlace({ store, skus }, nth) {
  const guest = stranger(store);
  const draft = { lines: linesOf(skus.slice(0, ORDERED)), email: `coach-${nth}@lincoln.example` };
  const [prepared, order] = await timed(() => prepareOrder(guest, draft));
  const [placed] = await timed(() => place(guest, order));
  return [prepared, placed];
}

/** What shoppers, customers and the desk do in a store: each act, and what is timed of it. @type {[Function, ...string[]][]} */
export const acts = [
  [newCart, "A new cart with one line"],
  [readAndChange, `A cart of ${LINES} lines read for the first time`, "One of its lines changed"],
  [prepareAndPlace, `Cart, address and payment of ${ORDERED} lines, without an account`, "Their order placed"],
  [signIn, "A sign-in, on a device the account does not know"],
  [asCustomer("/api/auth/session"), "Whose a session is"],
  [asCustomer("/api/account/home"), "The home of a customer whose own orders grow alike"],
  [asCustomer("/api/account/orders"), "The first page of that customer's orders"],
  [atTheDesk(({ numbers }, nth) => `?q=${numbers[nth].slice(3)}`), "An order looked up at the desk by its digits"],
  [atTheDesk(() => ""), "The first page of the desk's list"],
  [
    atTheDesk(({ email }) => `?site=fieldhouse&email=${encodeURIComponent(email)}`),
    "The first page of their orders there",
  ],
];

async function withTheStore(row, stores) {
  const sizes = stores.map(({ size }) => size);
  const told = teller(row, sizes, "carts, orders and sessions");
  for (const [act, ...figures] of acts) {
    const costs = await inTurns(stores, ACTS, act);
    for (const [at, figure] of figures.entries()) told(figure, costs[at]);
  }
}

/** A step of a cart: how long it took. The line that is changed is the only one of its product. */
async function step(cart, method, path, body) {
  const [took, { head, cards }] = await timed(() => cart.guest.send(method, path, body));
  cart.version = head.version;
  if (cards.length > 0) cart.line = cards[0].lineItems[0].lineItemId;
  return took;
}

const change = (cart, nth) =>
  step(cart, "PATCH", `/api/cart/lines/${cart.line}`, { quantity: 2 + (nth % 50), version: cart.version });

const add = (cart, skus) => step(cart, "POST", "/api/cart/lines", { lines: linesOf(skus) });

async function withTheCart(row, { store, skus }) {
  const told = teller(row, LENGTHS, "lines");
  const [sku, others] = [skus[0], skus.toReversed()];
  const carts = [];
  for (const lines of LENGTHS) {
    const cart = { lines, guest: stranger(store), line: "", version: 0 };
    if (lines > 1) await add(cart, others.slice(0, lines - 1));
    await add(cart, [sku]);
    carts.push(cart);
  }
  // The largest is full: what is added was taken out before.
  const [first, again, out, added] = await inTurns(carts, ACTS, async (cart, nth) => [
    await change(cart, nth),
    await change(cart, nth + 1),
    await step(cart, "DELETE", `/api/cart/lines/${cart.line}?version=${cart.version}`),
    await add(cart, [sku]),
  ]);
  perLine(row, "One line of a cart changed", again, 1);
  perLine(row, "The same, the first change since a line was added", first, 12);
  told("One line taken out", out);
  told("One line added", added);
  const [read] = await inTurns(carts, READ, async (cart, nth) => {
    await change(cart, nth);
    return [(await timed(() => cart.guest.send("GET", "/api/cart/active")))[0]];
  });
  told("All lines of a cart read after a change", read, LINEAR, LENGTHS[1]);
  const [placed] = await inTurns(LENGTHS, PLACED, async (lines, nth) => {
    const guest = stranger(store);
    const draft = { lines: linesOf(others.slice(0, lines)), email: `coach-${nth}@lincoln.example` };
    const order = await prepareOrder(guest, draft);
    return [(await timed(() => place(guest, order)))[0]];
  });
  told("An order of all of them placed", placed, LINEAR, LENGTHS[1]);
}

/** A store of each size, on databases of their own. */
export async function measureGrowth(row, databases) {
  const stores = [];
  for (const [at, size] of SIZES.entries())
    stores.push(await grown(size, { readers: ACTS, lines: LINES }, databases[at]));
  await withTheStore(row, stores);
  await withTheCart(row, stores[0]);
  for (const { close } of stores) await close();
}

export const measure = (row) =>
  measureGrowth(
    row,
    SIZES.map((size) => new Sqlite(`growth-${size}.db`)),
  );
