// Start and memory of a store whose demo is loaded.
import { demoStore, median, settledMegabytes, startStore, stopStore } from "../stage.mjs";

export const title = "Start";

export async function measure(row) {
  const { child } = await demoStore();
  const idle = await settledMegabytes(child.pid);
  const times = [];
  for (let turn = 0; turn < 5; turn++) {
    const again = await startStore("store.db");
    times.push(again.milliseconds);
    await stopStore(again);
  }
  const startUp = median(times);
  const figure = "Start to first 200 of the home page, demo catalogue loaded, median of 5";
  row(figure, "≤ 150 ms", `${startUp.toFixed(0)} ms`, startUp <= 150);
  row("Resident memory, idle after start, once it falls no more", "≤ 60 MB", `${idle.toFixed(0)} MB`, idle <= 60);
}
