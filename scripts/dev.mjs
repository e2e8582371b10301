// `make dev`: the server restarted and the rules' wasm made anew when Rust files change, beside Vite, which shows a
// change of the storefront or of the rules in the browser by itself.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const running = new Set();

function start(command, ...args) {
  const child = spawn(command, args, { cwd: root, stdio: "inherit" });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** True when it ended well. */
const done = (child) => new Promise((resolve) => child.once("exit", (code) => resolve(code === 0)));

/** Runs `build` at most once at a time, and once more when something changed meanwhile. */
function rebuilt(name, build) {
  let busy = false;
  let again = false;
  return async () => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    do {
      again = false;
      const began = Date.now();
      const built = await build();
      console.log(`${name}: ${built ? "ready" : "failed"} after ${((Date.now() - began) / 1000).toFixed(1)} s`);
    } while (again);
    busy = false;
  };
}

let store;
function restart() {
  const before = store;
  const open = () => {
    store = start(path.join(root, "target/quick/fieldhouse"), "serve", "--demo");
  };
  if (!before || before.exitCode !== null || before.signalCode !== null) return open();
  before.once("exit", open);
  before.kill();
}

const server = rebuilt("server", async () => {
  const built = await done(start("cargo", "build", "--locked", "--profile", "quick", "-p", "fieldhouse-server"));
  if (built) restart();
  return built;
});
const rules = rebuilt("rules for the browser", () => done(start("pkg/build.sh")));

/** Editors write a file in several steps: one build answers all of them. */
function onChange(folder, builds) {
  let soon;
  watch(path.join(root, folder), { recursive: true }, (_, file) => {
    if (file && !/\.(rs|toml|json|css|svg|html)$/.test(file)) return;
    clearTimeout(soon);
    soon = setTimeout(() => {
      for (const build of builds) build();
    }, 50);
  });
}
onChange("core", [rules, server]);
onChange("wasm", [rules]);
for (const crate of ["kernel", "shop", "demo", "bin"]) onChange(`server/${crate}`, [server]);

for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit();
  });

restart();
start("npm", "--workspace", "web", "exec", "--", "vite", "--clearScreen", "false");
start("npm", "--workspace", "web", "exec", "--", "vite", "--clearScreen", "false", "--mode", "desk");
