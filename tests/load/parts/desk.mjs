// The desk on SQLite; what is measured lies in `desk.mjs` above this folder.
import { measureDesk } from "../desk.mjs";
import { Sqlite } from "../desk-databases.mjs";

export const title = "The desk";

export const measure = (row) => measureDesk(row, new Sqlite());
