// One node and three on the same PostgreSQL behind HAProxy, turn by turn: whole orders, from an empty cart to the number, and kept pages.
// All of it shares one machine, so this tells what several nodes cost each other, not what more machines bring.
import { join } from "node:path";
import { binary, median, plainSkus, rounds, seconds, stopAll, wrk } from "../stage.mjs";

export const title = "One node and three";

const SHOPPERS = 8;

export async function measure(row) {
  process.env.FIELDHOUSE_BIN ??= binary;
  const stage = await import("../../faults/parts/stage.mjs");
  const { whileShopping } = await import("../../faults/parts/shoppers.mjs");
  const admin = stage.startPostgres();
  const end = () => {
    stage.closeAll();
    stopAll();
    process.exit(1);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
  try {
    stage.psql(admin, "CREATE DATABASE shop");
    const settings = {
      DATABASE_URL: admin.replace(/postgres$/, "shop"),
      FIELDHOUSE_MAIL: `file:${join(stage.folder, "mail")}`,
      FIELDHOUSE_LIMITS: "all=1000000000",
      FIELDHOUSE_PROXIES: "1",
    };
    const first = new stage.Node("first", await stage.freePort(), { ...settings, FIELDHOUSE_DEMO: "true" });
    await first.open();
    const skus = await plainSkus(first.base, 40);
    await first.stop();
    const orders = { 1: [], 3: [] };
    const pages = { 1: [], 3: [] };
    for (let round = 0; round < rounds; round++) {
      for (const count of [1, 3]) {
        const nodes = [];
        for (let place = 1; place <= count; place++)
          nodes.push(new stage.Node(`node${place}`, await stage.freePort(), settings));
        await Promise.all(nodes.map((node) => node.open()));
        const shop = await stage.balance(nodes);
        const lasting = Math.max(10, seconds) * 1000;
        const { book } = await whileShopping(shop.base, skus, SHOPPERS, () => stage.pause(lasting));
        if (book.errors.length > 0) throw new Error(book.errors[0]);
        orders[count].push((book.orders.size * 1000) / lasting);
        pages[count].push((await wrk(`${shop.base}/`)).perSecond);
        await shop.close();
        await Promise.all(nodes.map((node) => node.stop()));
      }
    }
    for (const [what, found, digits] of [
      [`Whole orders of ${SHOPPERS} shoppers, three nodes beside one`, orders, 1],
      ["Home pages, three nodes beside one", pages, 0],
    ]) {
      const [one, three] = [median(found[1]), median(found[3])];
      const told = `${(three / one).toFixed(2)} × (${three.toFixed(digits)}/s beside ${one.toFixed(digits)}/s)`;
      row(`${what}, on one machine`, "≥ 0.8 ×", told, three / one >= 0.8);
    }
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"]) process.removeListener(signal, end);
    stage.closeAll();
  }
}
