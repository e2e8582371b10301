// Content: how soon a change is seen.
import { contentVisible } from "../content.mjs";
import { binary, databaseOf, folder, startStore, stopStore } from "../stage.mjs";

export const title = "Content";

export async function measure(row) {
  const store = await startStore("content.db");
  const database = databaseOf("content.db");
  const visible = await contentVisible({ binary, base: store.base, database, folder, rounds: 10 });
  await stopStore(store);
  const figure = "A change of content visible on the home page, slowest of 10";
  row(figure, "≤ 1 s", `${visible.toFixed(0)} ms`, visible <= 1000);
}
