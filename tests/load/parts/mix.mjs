// A day's mix: first how much of it the store can do, then a quarter, half, most and nearly all of that at a constant rate.
import { milliseconds, mostOf, planOf, shares, steady } from "../mix.mjs";
import { demoStore, residentMegabytes, seconds, settledMegabytes } from "../stage.mjs";

export const title = "A steady mix";

const LOADS = [25, 50, 70, 90];
/** At which of them the times of each act are told whole. */
const WHOLE = 70;
const QUANTILES = /** @type {const} */ (["p50", "p75", "p90", "p95", "p99", "p999", "p9999", "max"]);

export async function measure(row) {
  const store = await demoStore();
  const plan = await planOf(store);
  const most = await mostOf(plan);
  row(
    `Acts of 32 clients one after the other, generator on the same processors (${shares})`,
    "–",
    `${most.toFixed(0)}/s`,
    true,
  );
  for (const share of LOADS) {
    const rate = Math.round((most * share) / 100);
    const { all: times, kinds, failed, firstError } = await steady(plan, rate, 6 * seconds);
    if (failed > 0) console.log(`${failed} failed: ${firstError}`);
    const told = ({ p50, p99, p999 }) => [p50, p99, p999].map(milliseconds).join(" / ");
    row(
      `The same at ${share} % of that, as many whatever becomes of them: p50 / p99 / p99.9 (placing an order with all before it)`,
      share < 90 ? "p99 ≤ 50 ms, 0 failed" : "0 failed",
      `${told(times)} ms at ${rate}/s (${told(kinds.checkout)} ms), ${failed} failed`,
      failed === 0 && (share === 90 || times.p99 <= 50),
    );
    if (share !== WHOLE) continue;
    for (const [kind, of] of Object.entries({ all: times, ...kinds }))
      row(
        `The histogram at ${share} %, ${kind}: p50 / p75 / p90 / p95 / p99 / p99.9 / p99.99 / slowest`,
        "–",
        `${QUANTILES.map((quantile) => milliseconds(of[quantile])).join(" / ")} ms of ${of.acts}`,
        true,
      );
  }
  const [at, later] = [residentMegabytes(store.child.pid), await settledMegabytes(store.child.pid)];
  row(
    "Resident memory after it, once it falls no more (at its end)",
    "≤ 100 MB",
    `${later.toFixed(0)} MB (${at.toFixed(0)} MB)`,
    later <= 100,
  );
}
