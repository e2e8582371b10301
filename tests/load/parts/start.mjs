// Start and memory of a store whose demo is loaded.
import { demoStore, freePort, median, settledMegabytes, startStore, stopStore } from "../stage.mjs";

export const title = "Start";

/** Milliseconds until the demo's store has shown its home page. */
async function started(port) {
  const store = await startStore("store.db", {}, "/", port);
  await stopStore(store);
  return store.milliseconds;
}

export async function measure(row) {
  const { child } = await demoStore();
  const idle = await settledMegabytes(child.pid);
  // Pages are kept with their address: at another one nothing is known of an earlier start's.
  const [elsewhere, times] = [[], []];
  for (let turn = 0; turn < 5; turn++) elsewhere.push(await started());
  const port = await freePort();
  await started(port);
  for (let turn = 0; turn < 5; turn++) times.push(await started(port));
  const startUp = median(times);
  row(
    "Start to first 200 of the home page, demo catalogue loaded, median of 5 (at an address it did not have before)",
    "≤ 150 ms",
    `${startUp.toFixed(0)} ms (${median(elsewhere).toFixed(0)} ms)`,
    startUp <= 150,
  );
  row("Resident memory, idle after start, once it falls no more", "≤ 60 MB", `${idle.toFixed(0)} MB`, idle <= 60);
}
