// The desk on PostgreSQL: the rows of the desk on SQLite once more.
import { measureDesk } from "../desk.mjs";
import { Postgres } from "../desk-databases.mjs";
import { stopAll } from "../stage.mjs";

export const title = "The desk on PostgreSQL";

export async function measure(row) {
  const database = new Postgres();
  // Whoever ends the benchmark earlier leaves no server behind, either.
  const stop = () => database.stop();
  const end = () => {
    stopAll();
    process.exit(1);
  };
  process.once("exit", stop);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
  try {
    await measureDesk(row, database);
  } finally {
    process.removeListener("exit", stop);
    for (const signal of ["SIGINT", "SIGTERM"]) process.removeListener(signal, end);
    stop();
  }
}
