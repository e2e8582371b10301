// The table of docs/RELIABILITY.md: rows of this run in the place of those of an earlier one.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { project } from "./stage.mjs";

/** The row of what was broken; `told` says what and how often, `book` what shoppers saw, the rest what was found afterwards. */
export function row(told, book, lost, doubled) {
  const cells = [
    told.what,
    told.times,
    book.orders.size,
    lost.length,
    doubled,
    book.wrongCarts.length,
    book.errors.length,
    book.unavailable,
    book.cut,
    `${(book.slowest / 1000).toFixed(1)} s`,
    told.note ?? "",
  ];
  return [told.what, `| ${cells.join(" | ")} |`];
}

/** Puts rows into a table; `by` says below it what measured them. */
export function write(rows, name = "measured", by = "") {
  put(name, by, (lines) => {
    for (const [what, row] of rows) {
      const at = lines.findIndex((line) => line.startsWith(`| ${what} |`));
      if (at < 0) lines.push(row);
      else lines[at] = row;
    }
    return lines;
  });
}

/** Puts rows into a table in the place of all that are there. */
export const writeAnew = (rows, name, by) => put(name, by, ([head, rule]) => [head, rule, ...rows]);

function put(name, by, made) {
  const [BEGIN, END] = ["begin", "end"].map((end) => `<!-- ${name}: ${end} -->`);
  const file = join(project, "docs/RELIABILITY.md");
  const text = readFileSync(file, "utf8");
  const [head, rest] = text.split(BEGIN);
  const [table, tail] = rest.split(END);
  const lines = table
    .trim()
    .split("\n")
    .filter((line) => line.startsWith("|"));
  writeFileSync(file, `${head}${BEGIN}\n${made(lines).join("\n")}\n${by && `\n${by}\n`}${END}${tail}`);
}

const commit = () => execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: project, encoding: "utf8" }).trim();

/** The same row in a table whose rows are of several runs: with the commit it is of. */
export const dated = (told) => ({ ...told, note: [told.note, `at ${commit()}`].filter(Boolean).join("; ") });

/** What measured, at which commit, on what. */
export function measuredBy(command) {
  return `Measured by \`${command}\` at ${commit()} on one machine of ${cpus().length} cores that all of it shared, whose load was ${loadavg()[1].toFixed(0)}.`;
}

/** What fails a run, in words. */
export function problemsOf(book, { lost, doubled, wrong }) {
  return [
    ...(lost.length > 0 ? [`${lost.length} orders lost: ${lost.slice(0, 5).join(", ")}`] : []),
    ...(doubled !== 0 ? [`${doubled} orders nobody was told of`] : []),
    ...wrong,
    ...book.wrongCarts.slice(0, 5),
    ...book.errors.slice(0, 5),
  ];
}
