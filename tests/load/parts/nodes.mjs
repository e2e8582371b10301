// One node and three on the same PostgreSQL behind HAProxy, turn by turn: whole orders, from an empty cart to the number, and kept pages.
// All of it shares one machine, so this tells what several nodes cost each other. What more machines bring is told by nodes that each
// have a small share of a processor: the database, the balancer and the shoppers have more than enough of the rest.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { binary, median, plainSkus, rounds, seconds, stopAll, wrk } from "../stage.mjs";

export const title = "One node and three";

/** What each node has of a processor, and who asks: as many more where nodes are bounded as keep all of them busy, since one that has
 * used up its share keeps whoever came to it waiting until the next tenth of a second. */
const LOADS = [
  { share: 1, shoppers: 8, connections: 32, least: 0.8 },
  { share: 0.15, shoppers: 32, connections: 256, least: 2.5 },
];
/** Groups of processes of which the system bounds what they use: the older kind of Linux, and the newer one. */
const GROUPS = ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup"];
const PERIOD = 100_000;
let made = 0;

/** A group whose processes have so much of a processor together; nothing where there are none, or none may be made. */
function groupOf(share) {
  const parent = GROUPS.find((group) => existsSync(join(group, "cgroup.procs")));
  if (parent === undefined) return undefined;
  const group = join(parent, `fieldhouse-bench-${process.pid}-${made++}`);
  try {
    mkdirSync(group, { recursive: true });
    const quota = Math.round(share * PERIOD);
    if (existsSync(join(group, "cpu.max"))) writeFileSync(join(group, "cpu.max"), `${quota} ${PERIOD}`);
    else writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota));
    return {
      add: ({ pid }) => writeFileSync(join(group, "cgroup.procs"), String(pid)),
      // One of which a process is still ending stays, and bounds nobody.
      end() {
        try {
          rmdirSync(group);
        } catch {}
      },
    };
  } catch {
    return undefined;
  }
}

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
    for (const { share, shoppers, connections, least } of LOADS) {
      const orders = { 1: [], 3: [] };
      const pages = { 1: [], 3: [] };
      for (let round = 0; round < rounds; round++) {
        for (const count of [1, 3]) {
          const nodes = [];
          for (let place = 1; place <= count; place++)
            nodes.push(new stage.Node(`node${place}`, await stage.freePort(), settings));
          await Promise.all(nodes.map((node) => node.open()));
          const groups = share === 1 ? [] : nodes.map(() => groupOf(share));
          for (const [place, group] of groups.entries()) {
            if (!group)
              return console.log(
                "What more nodes bring is not measured: their share of a processor cannot be bounded here.",
              );
            group.add(nodes[place]);
          }
          const shop = await stage.balance(nodes);
          const lasting = Math.max(10, seconds) * 1000;
          const { book } = await whileShopping(shop.base, skus, shoppers, () => stage.pause(lasting));
          if (book.errors.length > 0) throw new Error(book.errors[0]);
          orders[count].push((book.orders.size * 1000) / lasting);
          pages[count].push((await wrk(`${shop.base}/`, { connections })).perSecond);
          await shop.close();
          await Promise.all(nodes.map((node) => node.stop()));
          for (const group of groups) group.end();
        }
      }
      const how = share === 1 ? "on one machine" : `each with ${share * 100} % of a processor`;
      for (const [what, found, digits] of [
        [`Whole orders of ${shoppers} shoppers, three nodes beside one`, orders, 1],
        ["Home pages, three nodes beside one", pages, 0],
      ]) {
        const [one, three] = [median(found[1]), median(found[3])];
        const told = `${(three / one).toFixed(2)} × (${three.toFixed(digits)}/s beside ${one.toFixed(digits)}/s)`;
        row(`${what}, ${how}`, `≥ ${least} ×`, told, three / one >= least);
      }
    }
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"]) process.removeListener(signal, end);
    stage.closeAll();
  }
}
