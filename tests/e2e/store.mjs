// One running store: the real binary on a free loopback port, with data of its own. Here it is opened,
// closed, killed and opened again on the same data.
import { execFile, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const project = path.resolve(import.meta.dirname, "../..");
export const sites = ["fieldhouse", "usgames", "athleticconnection", "varsitybrands"];

/** A first start fills the store with its catalogue, which takes a while on a busy machine. */
const openWithin = 180_000;
/** What a store with the demo catalogue is copied from: a file, or a database of the PostgreSQL; see template.mjs. */
const template = process.env.FIELDHOUSE_E2E_TEMPLATE;

export class Store {
  #binary = path.resolve(project, process.env.FIELDHOUSE_BIN ?? "target/quick/fieldhouse");
  #folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-e2e-"));
  #database;
  /** Where the store's letters lie as .eml files. */
  mailFolder = path.join(this.#folder, "mail");
  #process;
  #said = [];
  #demo;
  #settings;
  port = 0;
  /** Port of a front end of somebody's own, whose pages may search here. */
  frontPort = 0;

  /**
   * A store with the demo catalogue, or with nothing in it yet; `copied`: false for one whose database begins empty;
   * `settings`: environment variables of it alone.
   */
  constructor({ demo = true, copied = demo, settings = {} } = {}) {
    this.#demo = demo;
    this.#settings = settings;
    this.#database = databaseAddress(this.#folder, copied ? template : undefined);
  }

  /** Takes a catalogue over, as the command line does. */
  async import(file, mapping) {
    await this.run("import", file, "--mapping", mapping);
  }

  /** Opens the store, or opens it again on the same port and data; resolves once it says so. */
  async open() {
    if (!existsSync(this.#binary)) {
      throw new Error(`${this.#binary} is missing: build the server first, or set FIELDHOUSE_BIN.`);
    }
    this.port ||= await freePort();
    this.frontPort ||= await freePort();
    const child = spawn(this.#binary, ["serve", "--port", String(this.port)], {
      cwd: project,
      env: this.#environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    this.#said = [];
    createInterface({ input: child.stderr }).on("line", (line) => this.#said.push(line));
    await /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`not open within ${openWithin} ms\n${this.said()}`)),
          openWithin,
        );
        child.once("error", reject);
        child.once("exit", (code) => reject(new Error(`the store ended with ${code}\n${this.said()}`)));
        createInterface({ input: child.stdout }).on("line", (line) => {
          this.#said.push(line);
          if (line.includes("varsitybrands.localhost")) resolve();
          clearTimeout(late);
        });
      })
    );
    await this.#ready();
  }

  #environment() {
    return {
      ...process.env,
      DATABASE_URL: this.#database.url,
      FIELDHOUSE_DEMO: String(this.#demo),
      FIELDHOUSE_WEB: path.join(project, "web"),
      FIELDHOUSE_MAIL: `file:${this.mailFolder}`,
      // All visitors of the journeys come from one address.
      FIELDHOUSE_CERTIFICATE_LOOKUPS: "1000",
      FIELDHOUSE_FRIENDLY_CODE_LOOKUPS: "1000",
      FIELDHOUSE_LIMITS: "all=1000",
      FIELDHOUSE_SEARCH_ORIGINS: `http://127.0.0.1:${this.frontPort}`,
      ...this.#settings,
    };
  }

  /** A command of the same binary on the same data, such as an import. */
  async run(...command) {
    return promisify(execFile)(this.#binary, command, { cwd: project, env: this.#environment() });
  }

  /** Writes a file beside the store's and gives its place. */
  textFile(name, text) {
    const file = path.join(this.#folder, name);
    writeFileSync(file, text);
    return file;
  }

  /** Writes a content file and gives its place. */
  contentFile(name, documents) {
    return this.textFile(name, JSON.stringify(documents));
  }

  /** Writes rows as a JSON-lines file and gives its place. */
  rowsFile(name, rows) {
    return this.textFile(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }

  /** SIGKILL: as when the machine dies. */
  async kill() {
    await this.#end("SIGKILL");
  }

  /** SIGTERM, then everything it left behind is removed. */
  async close() {
    await this.#end("SIGTERM");
    this.#database.drop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Ends it and keeps its data, as a template for others: the file, or the name of the database. */
  async leaveAsTemplate() {
    await this.#end("SIGTERM");
    return this.#database.template;
  }

  /** Address of a path on a brand's storefront. */
  url(address = "/", site = "fieldhouse") {
    return `http://${site}.localhost:${this.port}${address}`;
  }

  /** What the server wrote so far, for failures. */
  said() {
    return this.#said.slice(-40).join("\n");
  }

  /** A JSON answer of the API, asked from outside any browser. */
  async json(address, site = "fieldhouse") {
    // Node resolves no *.localhost names; the host name goes in the header.
    return new Promise((resolve, reject) => {
      const request = http.get(
        { host: "127.0.0.1", port: this.port, path: address, headers: { host: `${site}.localhost:${this.port}` } },
        async (response) => {
          const chunks = await response.toArray();
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${address}: ${response.statusCode} ${text.slice(0, 300)}`));
        },
      );
      request.once("error", reject);
    });
  }

  /** As a balancer asks: a store that starts shows pages before its words find anything. */
  async #ready() {
    const end = Date.now() + 60_000;
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${this.port}/readyz`);
      const said = await response.text();
      if (response.ok) return;
      if (!said.includes("words of the catalog") || Date.now() > end)
        throw new Error(`/readyz answers ${response.status}: ${said}\n${this.said()}`);
      await sleep(50);
    }
  }

  async #end(signal) {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }
}

/** A SQLite file, or a database of the PostgreSQL in FIELDHOUSE_E2E_POSTGRES: empty, or like `template`. */
function databaseAddress(folder, template) {
  const server = process.env.FIELDHOUSE_E2E_POSTGRES;
  if (!server) {
    const file = path.join(folder, "fieldhouse.db");
    if (template) copyFileSync(template, file);
    return { url: `sqlite:${file}`, template: file, drop: () => {} };
  }
  const name = `e2e_${process.pid}_${Date.now()}`;
  const home = "/usr/lib/postgresql";
  const version = existsSync(home)
    ? readdirSync(home)
        .sort((a, b) => Number(a) - Number(b))
        .at(-1)
    : undefined;
  const psql = version ? path.join(home, version, "bin/psql") : "psql";
  const run = (sql) => execFileSync(psql, ["--quiet", "--no-psqlrc", "--dbname", server, "--command", sql]);
  run(`create database ${name}${template ? ` template ${template}` : ""}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, template: name, drop: () => run(`drop database if exists ${name} with (force)`) };
}

/** The port a server listens on. */
export const portOf = (server) => /** @type {import("node:net").AddressInfo} */ (server.address()).port;

/**
 * A port nobody listens on, below those the system lends to outgoing connections: it stays free until it is used.
 * @returns {Promise<number>}
 */
function freePort() {
  return new Promise((resolve) => {
    const port = randomInt(10_000, 32_000);
    const server = createServer().once("error", () => resolve(freePort()));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)));
  });
}
