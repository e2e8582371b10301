// The desk on PostgreSQL: the rows of the desk on SQLite once more.
import { measureDesk } from "../desk.mjs";
import { withPostgres } from "../desk-databases.mjs";

export const title = "The desk on PostgreSQL";

export async function measure(row) {
  await withPostgres((database) => measureDesk(row, database));
}
