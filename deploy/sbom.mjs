// The bill of materials of what ships, CycloneDX 1.6: every crate in the binary, every npm package in the pages it has inside,
// from the lock files alone. The same sources give the same bytes.
//   node deploy/sbom.mjs > fieldhouse.cdx.json
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const project = resolve(import.meta.dirname, "..");
const read = (file) => readFileSync(join(project, file), "utf8");
const byRef = (a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1);
const license = (text) => (text ? [{ expression: text.replaceAll("/", " OR ") }] : []);

/** Crates the binary is built of, and which needs which; what only tests and build scripts of others need is left out. */
function crates() {
  const told = execFileSync("cargo", ["metadata", "--format-version", "1", "--locked"], {
    cwd: project,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { packages, resolve: graph } = JSON.parse(told);
  const target = packages.find(({ name }) => name === "fieldhouse-server");
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const shipped = ({ dep_kinds }) => dep_kinds.some(({ kind, target: only }) => kind === null && isLinux(only));
  const found = new Map();
  const open = [target.id];
  for (let id = open.pop(); id; id = open.pop()) {
    if (found.has(id)) continue;
    const below = nodes
      .get(id)
      .deps.filter(shipped)
      .map(({ pkg }) => pkg);
    found.set(id, below);
    open.push(...below);
  }
  const sums = new Map(
    [...read("Cargo.lock").matchAll(/name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "(.+)"/g)].map(
      ([, name, version, sum]) => [`${name}@${version}`, sum],
    ),
  );
  const ref = (id) => {
    const { name, version } = packages.find((one) => one.id === id);
    return `pkg:cargo/${name}@${version}`;
  };
  const folders = new Map();
  const components = [...found.keys()].map((id) => {
    const { name, version, license: text, manifest_path } = packages.find((one) => one.id === id);
    folders.set(ref(id), dirname(manifest_path));
    const sum = sums.get(`${name}@${version}`);
    return {
      type: "library",
      "bom-ref": ref(id),
      name,
      version,
      purl: ref(id),
      licenses: license(text),
      ...(sum ? { hashes: [{ alg: "SHA-256", content: sum }] } : {}),
    };
  });
  const dependencies = [...found].map(([id, below]) => ({
    ref: ref(id),
    dependsOn: [...new Set(below.map(ref))].sort(),
  }));
  return { root: ref(target.id), version: target.version, components, dependencies, folders };
}

/** False for what is asked for on other systems alone. */
const isLinux = (only) => !only || !/windows|macos|"wasm|wasi|android|redox|hermit|target_vendor = "apple"/.test(only);

/** Packages whose code is in the pages: those that are not for development alone. */
function packages() {
  const lock = JSON.parse(read("package-lock.json")).packages;
  const found = Object.entries(lock).filter(
    ([path, entry]) => path.includes("node_modules/") && !entry.link && !entry.dev && !entry.optional,
  );
  const folders = new Map();
  const components = found.map(([path, { version, license: text, integrity }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + 13);
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    folders.set(purl, join(project, path));
    const [, sum] = /^sha512-(.+)$/.exec(integrity ?? "") ?? [];
    return {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      purl,
      licenses: license(text),
      ...(sum ? { hashes: [{ alg: "SHA-512", content: Buffer.from(sum, "base64").toString("hex") }] } : {}),
    };
  });
  // The same package may lie in two folders.
  return { components: [...new Map(components.map((one) => [one["bom-ref"], one])).values()], folders };
}

/** Each crate and package that ships, with where it lies. */
export function parts() {
  return [crates(), packages()]
    .flatMap(({ components, folders }) =>
      components.map((one) => ({ ...one, license: one.licenses[0]?.expression, folder: folders.get(one["bom-ref"]) })),
    )
    .sort(byRef);
}

/** The whole of it; `others` are components that somebody else adds, as an image does the system's libraries. */
export function bill(others = []) {
  const { root, version, components, dependencies } = crates();
  const { components: inPages } = packages();
  const all = [...components.filter((one) => one["bom-ref"] !== root), ...inPages, ...others].sort(byRef);
  const ofRoot = dependencies.find(({ ref }) => ref === root);
  ofRoot.dependsOn = [
    ...ofRoot.dependsOn,
    ...inPages.map((one) => one["bom-ref"]),
    ...others.map((one) => one["bom-ref"]),
  ];
  const text = JSON.stringify(all);
  const digest = createHash("sha256").update(text).digest("hex");
  const part = (from, to) => digest.slice(from, to);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    // Told by what is in it, as an id of this form has to be.
    serialNumber: `urn:uuid:${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`,
    version: 1,
    metadata: { component: { type: "application", "bom-ref": root, name: "fieldhouse", version, purl: root } },
    components: all,
    dependencies: dependencies.sort((a, b) => (a.ref < b.ref ? -1 : 1)),
  };
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${JSON.stringify(bill(), null, 1)}\n`);
