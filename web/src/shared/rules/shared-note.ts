// What is said once about several articles that cannot be bought (cart §4).
import { stockNote } from "@fieldhouse/rules";

/** The note that all of them carry; where they differ, that there are none just now. Nothing for none. */
export function sharedNote([first = "", ...rest]: readonly string[]): string {
  return rest.every((note) => note === first) ? first : stockNote(true, "");
}
