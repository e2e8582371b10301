// Stores of a size, for what is to cost the same in all of them: the demo's orders, and some guests' carts with their
// sessions, written down over and over by the database itself. And how a cost grows with a size.
import { performance } from "node:perf_hooks";
import { Guest, place, prepareOrder } from "../e2e/buyers.mjs";
import { copyOf, multiply, workedOff } from "./desk.mjs";
import { deskOf } from "./desk-session.mjs";
import { median, plainSkus, startStore, stopStore } from "./stage.mjs";

/** Acts in a row before it is another's turn. */
const TURN = 10;
/** Carts that are written down over and over, and the lines of each. */
const COPIED = 10;
const COPIED_LINES = 3;
/** Milliseconds between two copies of a cart: a million go back little more than a day, and none comes of age. */
const APART = 1000;
/** More than a cart holds: the last of them are of other products than the first. */
const SKUS = 2400;
/** A customer whose orders are written down with all others: at every size they fill a page of the desk's list. */
export const buyer = { email: "coach@demo.example", password: "seven green llamas" };
const BOUGHT = 50;

/** Somebody without an account, whom the store does not know yet. */
export const stranger = (store) => new Guest(store, "fieldhouse");

/** One piece of each article. */
export const linesOf = (skus) => skus.map((sku) => ({ sku, quantity: 1 }));

const shopper = async (store, skus) => {
  const guest = stranger(store);
  await guest.send("POST", "/api/cart/lines", { lines: linesOf(skus) });
  return guest;
};

const signedIn = async (store, skus) => {
  const customer = stranger(store);
  await customer.send("POST", "/api/auth/signin", buyer);
  const draft = { lines: linesOf(skus), email: buyer.email };
  for (let nth = 0; nth < BOUGHT; nth++) await place(customer, await prepareOrder(customer, draft));
  return customer;
};

/** Writes the carts that are copied down over and over, each with a session of its own, until there are `wanted`. */
function multiplyCarts(database, wanted) {
  const had = Number(database.sql("SELECT COUNT(*) FROM cart"));
  const copies = database.series(Math.max(0, Math.ceil((wanted - had) / COPIED)));
  const ids = { cart_id: "c.cart", visitor: "c.visitor" };
  const times = Object.fromEntries(
    ["created_at", "changed_at", "seen_at", "expires_at"].map((name) => [name, `o.${name} - c.nth * ${APART}`]),
  );
  // What is kept of a session's id is as long as this.
  const session = {
    ...ids,
    ...times,
    id_hash: database.hash,
    data: "replace(o.data, o.visitor, c.visitor)",
  };
  database.sql(`
    ${database.loading}
    CREATE TEMP TABLE one AS SELECT * FROM cart WHERE status = 'open' AND line_count = ${COPIED_LINES};
    CREATE TEMP TABLE line AS SELECT * FROM cart_line WHERE cart_id IN (SELECT id FROM one);
    CREATE TEMP TABLE came AS SELECT * FROM session WHERE visitor IN (SELECT visitor FROM one);
    CREATE TEMP TABLE copy AS
      SELECT id AS of_cart, o.visitor AS of_visitor, ${database.uuid} AS cart, ${database.uuid} AS visitor, g.value AS nth
      FROM one o, ${copies};
    BEGIN;
    INSERT INTO session SELECT ${copyOf(database, "session", session)}
      FROM copy c JOIN came o ON o.visitor = c.of_visitor;
    INSERT INTO cart SELECT ${copyOf(database, "cart", { ...ids, ...times, id: "c.cart" })}
      FROM copy c JOIN one o ON o.id = c.of_cart;
    INSERT INTO cart_line SELECT ${copyOf(database, "cart_line", { ...ids, id: database.uuid })}
      FROM copy c JOIN line o ON o.cart_id = c.of_cart;
    COMMIT;
    ${database.tidying}`);
}

/**
 * A store of at least `wanted` orders and as many carts and sessions, and who comes to it: `readers` whose carts of
 * some lines nobody looked at since it was started, a customer, somebody at the desk. PostgreSQL writes its plans down
 * from then on if they are to be `explained`.
 */
export async function grown(wanted, { readers: many, lines, explained = false }, database) {
  const open = () => startStore("growth", { DATABASE_URL: database.url });
  const store = await open();
  // Any number of an article can be ordered that is not counted.
  const counted = new Set(database.sql("SELECT sku FROM stock").split("\n"));
  const skus = (await plainSkus(store.base, SKUS)).filter((sku) => !counted.has(sku));
  for (let nth = 0; nth < COPIED; nth++) await shopper(store, skus.slice(0, COPIED_LINES));
  const readers = [];
  for (let nth = 0; nth < many; nth++) readers.push(await shopper(store, skus.slice(0, lines)));
  const customer = await signedIn(store, skus.slice(0, 1));
  await stopStore(store);
  const [size] = multiply(database, wanted);
  multiplyCarts(database, size);
  // It listens elsewhere now; the guests of before come back to it.
  Object.assign(store, await open());
  await workedOff(database);
  if (explained) {
    await stopStore(store);
    database.explain();
    Object.assign(store, await open());
  }
  const ask = await deskOf(store.base, database.url);
  const numbers = database.sql(`SELECT number FROM orders ORDER BY random() LIMIT ${many}`).split("\n");
  const close = async () => {
    await stopStore(store);
    database.stop();
  };
  return { size, store, skus, readers, customer, email: buyer.email, ask, numbers, close };
}

/** Milliseconds until an answer is there, and what it says. */
export const timed = async (act) => {
  const began = performance.now();
  const answer = await act();
  return [performance.now() - began, answer];
};

/**
 * Does an act so many times at each of some places, which take turns: whatever else the machine does slows all of them
 * alike. For each of the durations that the act tells, the median at each place.
 */
export async function inTurns(places, times, act) {
  const found = places.map(() => []);
  for (let turn = 0; turn < times; turn += TURN)
    for (const [at, place] of places.entries())
      for (let nth = turn; nth < Math.min(turn + TURN, times); nth++) found[at].push(await act(place, nth));
  return found[0][0].map((_, which) => found.map((told) => median(told.map((all) => all[which]))));
}

/** How a cost grows with a size, the slope of their logarithms by least squares: 0 not at all, 1 as the size does. */
export function exponent(sizes, costs) {
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [x, y] = [sizes, costs].map((numbers) => numbers.map(Math.log));
  const [middle, height] = [mean(x), mean(y)];
  return mean(x.map((at, nth) => (at - middle) * (y[nth] - height))) / mean(x.map((at) => (at - middle) ** 2));
}
