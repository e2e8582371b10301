// What an operator is handed: the bill of materials has everything that ships, an image is the same bytes from the same binary and
// runs as nobody in particular, units and chart name settings that there are.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "../../deploy/oci/build.mjs";
import { bill } from "../../deploy/sbom.mjs";

const read = (file) => readFileSync(file, "utf8");

test("r70 the bill of materials has every crate and package that ships, with version, license and checksum, and no other", () => {
  const first = bill();
  assert.deepEqual(first, bill(), "the same sources, the same bytes");
  const refs = first.components.map((one) => one["bom-ref"]);
  assert.equal(new Set(refs).size, refs.length);
  const names = new Set(first.components.map(({ name }) => name));
  for (const name of ["axum", "sea-orm", "tantivy", "rustls", "libsqlite3-sys", "react", "react-dom"])
    assert(names.has(name), name);
  for (const name of ["proptest", "lopdf", "jest", "vite", "typescript", "windows-sys", "winapi"])
    assert(!names.has(name), name);
  for (const { name, version, licenses, hashes, purl } of first.components) {
    assert(version && purl.endsWith(`@${version}`), name);
    assert(licenses[0].expression, name);
    if (!name.startsWith("fieldhouse-"))
      assert.match(hashes?.[0].content ?? "", /^([0-9a-f]{64}|[0-9a-f]{128})$/, name);
  }
  const known = new Set([...refs, first.metadata.component["bom-ref"]]);
  for (const { ref, dependsOn } of first.dependencies)
    for (const one of [ref, ...dependsOn]) assert(known.has(one), one);
});

test("an image is the same bytes from the same binary whenever it is made, and its user is nobody in particular", () => {
  const folder = mkdtempSync(join(tmpdir(), "fieldhouse-oci-"));
  try {
    const program = join(folder, "program");
    execFileSync("cc", ["-g", "-x", "c", "-o", program, "-"], { input: "int main(void) { return 0; }" });
    assert(read(program).includes(".debug_info"), "debuggers can read it");
    const made = ["one", "two"].map((name, day) => {
      const binary = join(folder, name);
      copyFileSync(program, binary);
      utimesSync(binary, 1000 + day, 1000 + day);
      return build(binary, join(folder, `${name}.oci`)).digest;
    });
    assert.equal(made[0], made[1]);
    const layout = join(folder, "one.oci");
    const blobs = join(layout, "blobs/sha256");
    for (const name of readdirSync(blobs))
      assert.equal(
        createHash("sha256")
          .update(readFileSync(join(blobs, name)))
          .digest("hex"),
        name,
      );
    const blob = ({ digest }) => readFileSync(join(blobs, digest.slice(7)));
    const manifest = JSON.parse(blob(JSON.parse(read(join(layout, "index.json"))).manifests[0]).toString());
    const { config } = JSON.parse(blob(manifest.config).toString());
    assert.equal(config.User, "65532:65532");
    const layer = blob(manifest.layers[0]);
    assert(!layer.includes(".debug_info"), "what debuggers alone read stays out of it");
    const entries = new Map();
    for (let at = 0; layer[at] !== 0; ) {
      const text = (from, length) => layer.toString("latin1", at + from, at + from + length).replace(/\0.*/s, "");
      const number = (from, length) => Number.parseInt(text(from, length), 8);
      entries.set(text(0, 100), { mode: number(100, 8), owner: number(108, 8), time: number(136, 12) });
      at += 512 + Math.ceil(number(124, 12) / 512) * 512;
    }
    assert.equal(entries.get("usr/bin/fieldhouse").mode, 0o755);
    const writable = [...entries]
      .filter(([, { mode, owner }]) => owner !== 0 || (mode & 0o022) !== 0)
      .map(([path]) => path);
    assert.deepEqual(writable, ["data/", "tmp/"], "nothing else can be written");
    assert([...entries.values()].every(({ mode, time }) => time === 0 && (mode & 0o6000) === 0));
    assert(![...entries.keys()].some((path) => /(^|\/)(sh|bash|busybox|apt|dpkg)$/.test(path)), "no shell");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the chart's ingress leads to the store's own port, and figures have another one that it does not know", (context) => {
  const chart = "deploy/helm/fieldhouse";
  const template = (name) => read(join(chart, "templates", name));
  assert.match(template("ingress.yaml"), /port: \{ name: http \}/);
  assert.doesNotMatch(template("ingress.yaml"), /metrics|9420/);
  assert.match(template("monitor.yaml"), /\{ port: metrics, path: \/metrics/);
  assert.match(template("settings.yaml"), /FIELDHOUSE_METRICS_LISTEN: 0\.0\.0\.0:9420/);
  for (const name of ["nodes.yaml", "service.yaml"]) assert.match(template(name), /name: metrics, \w+: 9420/);
  if (spawnSync("helm", ["version"]).status !== 0) return context.diagnostic("helm is not here: nothing was rendered");
  for (const more of [[], ["--set", "serviceMonitor=true,ingress.className=nginx,ingress.tlsSecret=shop"]]) {
    const rendered = spawnSync("helm", ["template", "shop", chart, ...more], { encoding: "utf8" });
    assert.equal(rendered.status, 0, rendered.stderr);
  }
});

test("what a unit or the image sets is emptied wherever a file is to say it, as both would be refused", () => {
  const set = (text) => [...text.matchAll(/\b([A-Z_]+)=(?:sqlite|file):/g)].map(([, name]) => name);
  const image = set(read("deploy/oci/build.mjs"));
  const unit = set(read("deploy/systemd/fieldhouse.service"));
  assert.deepEqual(
    [image, unit],
    [
      ["DATABASE_URL", "FIELDHOUSE_MAIL"],
      ["DATABASE_URL", "FIELDHOUSE_MAIL"],
    ],
  );
  for (const file of ["deploy/systemd/fieldhouse.service", "deploy/compose/compose.yaml", "docs/OPERATING.md"]) {
    const lines = read(file)
      .split("\n")
      .filter((line) => unit.some((name) => line.includes(`${name}_FILE=`)));
    assert(lines.length > 0, file);
    for (const line of lines)
      for (const [, name] of line.matchAll(/\b([A-Z_]+)_FILE=/g))
        assert.match(line, new RegExp(`\\b${name}=(?=[\\s\`]|$)`), `${file}: ${line}`);
  }
});

test("what alerts, units and the guide say that one types is there", () => {
  const targets = new Set([...read("Makefile").matchAll(/^([a-z-]+):/gm)].map(([, name]) => name));
  for (const file of ["deploy/prometheus/alerts.yml", "deploy/systemd/fieldhouse.service", "docs/OPERATING.md"]) {
    for (const [, target] of read(file).matchAll(/`make ([a-z-]+)`/g))
      assert(targets.has(target), `${file}: ${target}`);
    for (const [, script] of read(file).matchAll(/\bnode (\S+\.mjs)/g))
      assert(existsSync(script), `${file}: ${script}`);
  }
});

test("a command by hand has the user, folders and settings that the unit has", () => {
  const unit = read("deploy/systemd/fieldhouse.service");
  const guide = read("docs/OPERATING.md");
  const command = /^ +systemd-run.*"\$@"$/m.exec(guide.replaceAll("\\\n", " "))[0];
  for (const name of ["DynamicUser", "User", "StateDirectoryMode", "WorkingDirectory", "EnvironmentFile"])
    assert(command.includes(` -p ${new RegExp(`^${name}=.*$`, "m").exec(unit)[0]} `), name);
  // Backups are put back by such a command: it has their folder beside the store's.
  const folders = /^StateDirectory=fieldhouse .*$/m.exec(read("deploy/systemd/fieldhouse-backup.service"))[0];
  assert(command.includes(` -p '${folders}' `), folders);
  for (const setting of /^Environment=(.*)$/m.exec(unit)[1].split(" "))
    assert(command.includes(` -E ${setting} `), setting);
});

test("every setting that a unit, the chart or the example names is one the store knows", () => {
  const known = new Set(
    ["server/shop/src/config/mod.rs"].flatMap((file) =>
      [...read(file).matchAll(/env = "([A-Z_]+)"/g)].map(([, name]) => name),
    ),
  );
  const files = (folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const named = ["deploy/systemd", "deploy/helm", "deploy/compose", "deploy/oci"].flatMap(files).flatMap((file) =>
    [...read(file).matchAll(/\b(FIELDHOUSE_[A-Z_]+|DATABASE_(?:[A-Z]+_)?URL)\b/g)].map(([, name]) => ({
      file,
      name,
    })),
  );
  assert(named.length > 10);
  assert.deepEqual(
    named.filter(({ name }) => !known.has(name.replace(/_FILE$/, ""))),
    [],
  );
});
