// An OCI image of the store without a daemon, as a layout that registries, podman, containerd and skopeo take: the binary, the
// system's libraries it is linked to, the certificates of authorities, the licenses of all of it, and nothing else - no shell, no
// package manager. It runs as nobody in particular (65532) and writes to /data alone. The same binary and system give the same
// bytes, whenever.
//   node deploy/oci/build.mjs [--binary FILE] [--out FOLDER]
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { notices, systemPackages, systemTexts } from "../licenses.mjs";
import { bill } from "../sbom.mjs";

const project = resolve(import.meta.dirname, "../..");
const WHO = 65532;
const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

/** The libraries a program is linked to, by the paths it looks for them at. */
function libraries(binary) {
  const told = execFileSync("ldd", [binary], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return [...told.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path);
}

/** A program without what debuggers alone read, which is most of it: what it was made from keeps it. */
function runnable(binary) {
  const folder = mkdtempSync(join(tmpdir(), "fieldhouse-oci-"));
  try {
    const stripped = join(folder, "fieldhouse");
    execFileSync("strip", ["--strip-debug", "-o", stripped, binary]);
    return readFileSync(stripped);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One header of a tar archive (POSIX ustar); everything that could differ from day to day is fixed. */
function header({ path, size = 0, mode, kind, owner = 0 }) {
  const block = Buffer.alloc(512);
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long a name`);
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(path, 0);
  block.write(octal(mode, 8), 100);
  block.write(octal(owner, 8), 108);
  block.write(octal(owner, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write("        ", 148);
  block.write(kind, 156);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** An archive of these files, with the folders they lie in. */
function tar(entries) {
  const folders = new Map();
  for (const { path } of entries)
    for (let above = dirname(path); above !== "."; above = dirname(above))
      folders.set(`${above}/`, { path: `${above}/`, mode: 0o755, kind: "5" });
  for (const entry of entries.filter(({ kind }) => kind === "5")) folders.set(entry.path, entry);
  const files = entries.filter(({ kind }) => kind !== "5");
  const all = [...folders.values(), ...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const blocks = all.flatMap(({ content = Buffer.alloc(0), ...entry }) => [
    header({ ...entry, size: content.length }),
    content,
    Buffer.alloc((512 - (content.length % 512)) % 512),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Writes the layout; the digest of its manifest. `told` are texts of more than the system's packages. */
export function build(binary, out, told = new Map()) {
  const linked = libraries(binary);
  const authorities = existsSync(AUTHORITIES) ? [AUTHORITIES] : [];
  const system = systemPackages([...linked, ...authorities]);
  const file = (path, content, mode = 0o644) => ({ path: path.replace(/^\//, ""), content, mode, kind: "0" });
  const layer = tar([
    file("/usr/bin/fieldhouse", runnable(binary), 0o755),
    ...linked.map((path) => file(path, readFileSync(path), 0o755)),
    ...authorities.map((path) => file(path, readFileSync(path))),
    ...[...systemTexts(system), ...told].map(([path, text]) => file(path, Buffer.from(text))),
    file("/etc/passwd", Buffer.from(`store:x:${WHO}:${WHO}:store:/data:/sbin/nologin\n`)),
    file("/etc/group", Buffer.from(`store:x:${WHO}:\n`)),
    { path: "data/", mode: 0o700, kind: "5", owner: WHO },
    { path: "tmp/", mode: 0o1777, kind: "5" },
  ]);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, "blobs/sha256"), { recursive: true });
  const blob = (mediaType, content) => {
    const hex = createHash("sha256").update(content).digest("hex");
    writeFileSync(join(out, "blobs/sha256", hex), content);
    return { mediaType, digest: `sha256:${hex}`, size: content.length };
  };
  const json = (mediaType, value) => blob(mediaType, Buffer.from(JSON.stringify(value)));
  const kind = "application/vnd.oci.image";
  // Not packed: how well something is packed differs between versions of whoever packs, and registries do it again.
  const packed = blob(`${kind}.layer.v1.tar`, layer);
  const config = json(`${kind}.config.v1+json`, {
    architecture: { x64: "amd64", arm64: "arm64" }[process.arch],
    os: "linux",
    config: {
      User: `${WHO}:${WHO}`,
      ExposedPorts: { "8420/tcp": {} },
      Env: [
        "DATABASE_URL=sqlite:/data/fieldhouse.db",
        "FIELDHOUSE_MAIL=file:/data/mail",
        "FIELDHOUSE_LISTEN=0.0.0.0:8420",
        ...(authorities.length > 0 ? [`SSL_CERT_FILE=${AUTHORITIES}`] : []),
      ],
      Entrypoint: ["/usr/bin/fieldhouse"],
      Cmd: ["serve"],
      WorkingDir: "/data",
      Volumes: { "/data": {} },
      StopSignal: "SIGTERM",
      Labels: {
        "org.opencontainers.image.title": "Fieldhouse",
        "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
      },
    },
    rootfs: { type: "layers", diff_ids: [packed.digest] },
    history: [{ created_by: "deploy/oci/build.mjs" }],
  });
  const manifest = json(`${kind}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${kind}.manifest.v1+json`,
    config,
    layers: [packed],
  });
  const named = { ...manifest, annotations: { "org.opencontainers.image.ref.name": "fieldhouse" } };
  writeFileSync(
    join(out, "index.json"),
    JSON.stringify({ schemaVersion: 2, mediaType: `${kind}.index.v1+json`, manifests: [named] }),
  );
  writeFileSync(join(out, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  return { digest: manifest.digest, size: layer.length, system };
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      binary: { type: "string", default: join(project, "target/release/fieldhouse") },
      out: { type: "string", default: join(project, "target/oci") },
    },
  });
  const { digest, size, system } = build(
    resolve(values.binary),
    resolve(values.out),
    new Map([["/usr/share/doc/fieldhouse/copyright", notices()]]),
  );
  const beside = `${resolve(values.out)}.cdx.json`;
  writeFileSync(beside, `${JSON.stringify(bill(system), null, 1)}\n`);
  console.log(`${values.out}: ${digest}, ${(size / 1e6).toFixed(1)} MB`);
  console.log(`${beside}: its bill of materials`);
}
