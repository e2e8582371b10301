// A file of many customers with salted hashes of an earlier store, taken over by the command line.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { binary, databaseOf, folder } from "../stage.mjs";

export const title = "Imports";

const digest = "ab".repeat(32);

/** Imports `count` customers of one business unit into a database of its own: how long, and the most memory. */
async function importCustomers(count) {
  const env = { ...process.env, DATABASE_URL: databaseOf("customers.db") };
  const units = join(folder, "business-units.csv");
  writeFileSync(
    units,
    "site,key,name,sold_to,bill_to,payer,ship_to\nusgames,NORTH,North School,NORTH,NORTH,NORTH,NORTH\n",
  );
  execFileSync(binary, ["import", "business-units", units], { env });
  const file = join(folder, "customers.csv");
  const header =
    "site,email,first_name,last_name,title,classification,newsletter,show_cert_reporting,password_hash,business_units\n";
  const row = (nth) => `usgames,p${nth}@club.example,Pat,Number ${nth},Coach,Club,no,no,${digest}:s${nth}:1,NORTH\n`;
  writeFileSync(file, header + Array.from({ length: count }, (_, nth) => row(nth)).join(""));
  const began = performance.now();
  const child = spawn(binary, ["import", "customers", file], { env, stdio: ["ignore", "pipe", "ignore"] });
  let told = "";
  let megabytes = 0;
  child.stdout.on("data", (part) => {
    told += part;
  });
  const ended = once(child, "exit");
  while (child.exitCode === null) {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      megabytes = Math.max(megabytes, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
    } catch {}
    await Promise.race([ended, pause(20)]);
  }
  const seconds = (performance.now() - began) / 1000;
  if (!told.startsWith(`customers: ${count} were added`)) throw new Error(`the import said ${told}`);
  return { seconds, megabytes };
}

export async function measure(row) {
  const { seconds, megabytes } = await importCustomers(10_000);
  row(
    "10,000 customers with salted hashes and a business unit: time, most memory",
    "≤ 10 s, ≤ 100 MB",
    `${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
    seconds <= 10 && megabytes <= 100,
  );
}
