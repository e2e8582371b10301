// Carts: adding, changing a line of a large one, many clients of one, one certificate in many.
import { performance } from "node:perf_hooks";
import { doubleSpend, issueCertificates } from "../certificates.mjs";
import { fiftyClients } from "../rivals.mjs";
import { binary, databaseOf, demoStore, folder, json, lua, median, namedSku, p95, plainSkus, wrk } from "../stage.mjs";

export const title = "Cart";

const headers = { "content-type": "application/json" };

const newCart = async (base, skus) => {
  const began = performance.now();
  const body = JSON.stringify({ lines: skus.map((sku) => ({ sku, quantity: 1 })) });
  const response = await fetch(`${base}/api/cart/lines`, { method: "POST", headers, body });
  const change = await json(response);
  return {
    milliseconds: performance.now() - began,
    cookie: response.headers.getSetCookie()[0].split(";")[0],
    version: change.head.version,
    line: change.cards[0].lineItems[0].lineItemId,
  };
};

const changeOneLine = async (base, cart, times) => {
  const samples = [];
  for (let time = 0; time < times; time++) {
    const began = performance.now();
    const change = await json(
      await fetch(`${base}/api/cart/lines/${cart.line}`, {
        method: "PATCH",
        headers: { ...headers, cookie: cart.cookie },
        body: JSON.stringify({ quantity: 2 + (time % 50), version: cart.version }),
      }),
    );
    samples.push(performance.now() - began);
    cart.version = change.head.version;
  }
  return samples;
};

async function adding(row, base, sku) {
  const body = JSON.stringify({ lines: [{ sku, quantity: 2 }] });
  const script = lua(
    "add.lua",
    `wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\nwrk.body = '${body}'\n`,
  );
  const { perSecond } = await wrk(`${base}/api/cart/lines`, { script });
  row("Add to a new cart, SQLite, 32 connections", "≥ 2,000/s", `${perSecond.toFixed(0)}/s`, perSecond >= 2000);
}

/** The line's product has ten lines in both carts: what the length of a cart costs, not what its product does. */
async function oneLine(row, base, skus) {
  const ten = skus.slice(0, 10);
  const small = await newCart(base, ten);
  const big = await newCart(base, [...ten, ...skus.slice(-1990)]);
  await changeOneLine(base, small, 50);
  await changeOneLine(base, big, 50);
  const smallTimes = await changeOneLine(base, small, 300);
  const bigTimes = await changeOneLine(base, big, 300);
  const ratio = p95(bigTimes) / p95(smallTimes);
  row(
    "One-line change at 2,000 lines beside 10 lines, p95 (median)",
    "≤ 1.5 ×",
    `${ratio.toFixed(2)} × (${(median(bigTimes) / median(smallTimes)).toFixed(2)} ×), ${p95(bigTimes).toFixed(2)} ms`,
    ratio <= 1.5,
  );
}

async function rivals(row, base, sku) {
  const race = { rounds: 200, rivals: 50 };
  issueCertificates(binary, databaseOf("store.db"), folder, race.rounds);
  const { winners, losers, milliseconds } = await doubleSpend(base, sku, race);
  const single = winners.every((count) => count === 1);
  const [told] = losers.keys();
  row(
    `Certificate double spend, ${race.rounds} rounds with ${race.rivals} rivals`,
    "one winner each",
    `${single ? "one winner each" : "NOT one winner each"}, losers: ${told}, ${(milliseconds / race.rounds).toFixed(0)} ms a round`,
    single && losers.size === 1 && told === "409 certificate_not_usable",
  );
  const { lost, accepted, refused, milliseconds: taken } = await fiftyClients(base, sku);
  row(
    "One cart, 50 clients, 1,000 updates: lost",
    "0",
    `${lost ? "some" : "0"} (${accepted} accepted, ${refused} told of a newer version, ${taken.toFixed(0)} ms)`,
    !lost,
  );
}

async function bulk(row, base, skus) {
  const times = [];
  for (let round = 0; round < 7; round++)
    times.push((await newCart(base, skus.slice(round * 10, 500 + round * 10))).milliseconds);
  row("500 lines added in one call, median of 7", "≤ 100 ms", `${median(times).toFixed(0)} ms`, median(times) <= 100);

  const named = await namedSku(base);
  const commits = [];
  const lines = Array.from({ length: 500 }, (_, nth) => ({
    sku: named,
    quantity: 1,
    freeForm: [[`PLAYER ${nth}`, String(nth)]],
  }));
  for (let round = 0; round < 40; round++) {
    const began = performance.now();
    await json(
      await fetch(`${base}/api/cart/lines`, {
        method: "POST",
        headers: { ...headers, "idempotency-key": `roster-${round}` },
        body: JSON.stringify({ lines }),
      }),
    );
    commits.push(performance.now() - began);
  }
  const figure = "500 roster rows with names and numbers committed in one call, p95 of 40";
  row(figure, "≤ 150 ms", `${p95(commits).toFixed(0)} ms`, p95(commits) <= 150);
}

export async function measure(row) {
  const { base } = await demoStore();
  // More than are bought: the last 1,990 are of other products than the first ten.
  const skus = await plainSkus(base, 2400);
  await adding(row, base, skus[0]);
  await rivals(row, base, skus[0]);
  await oneLine(row, base, skus);
  await bulk(row, base, skus);
}
