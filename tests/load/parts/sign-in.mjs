// Sign-in: how many a second beside people who browse, and what its time tells.
import { refusedSignIns, register, resetRequests, signInsBeside } from "../sign-ins.mjs";
import { demoStore, strolling, wrk } from "../stage.mjs";

export const title = "Sign-in";

export async function measure(row) {
  const { base, port } = await demoStore();
  await register(port);
  const list = await (await fetch(`${base}/api/search?query=jersey`)).json();
  const pages = [list.hits[0].href, list.hits[1].href, "/search/?query=jersey", "/"];
  // Each was seen before, as on any day but the first: 32 people who wait for the first making of a page measure that.
  for (const page of pages) await (await fetch(base + page)).text();
  const script = strolling(pages);
  for (const clients of [4, 200]) {
    const beside = await signInsBeside(port, clients, () => wrk(base, { script }));
    const { perSecond, browsed, refused, slowestRefusal } = beside;
    row(
      `Sign-ins a second of ${clients} clients beside people who look at 500 pages a second, p99 of the pages`,
      "≥ 30/s, ≤ 200 ms",
      `${perSecond.toFixed(0)}/s, ${browsed.p99.toFixed(1)} ms at ${browsed.perSecond.toFixed(0)}/s` +
        (refused > 0 ? `; ${refused} told to come back, the slowest after ${slowestRefusal.toFixed(0)} ms` : ""),
      perSecond >= 30 && browsed.p99 <= 200,
    );
  }
  for (const { what, times } of [
    { what: "Refused sign-ins", times: refusedSignIns },
    { what: "Requests for a link", times: resetRequests },
  ]) {
    const told = await times(port);
    row(
      `${what}, known beside unknown address, ${told.pairs} pairs: chance that the known one takes longer`,
      "0.45 – 0.55",
      told.auc.toFixed(3),
      told.auc >= 0.45 && told.auc <= 0.55,
    );
  }
}
