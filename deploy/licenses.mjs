// Under what the parts of an image are given away: the system's packages by Debian's word for each, with its text; crates and npm
// packages with the texts they bring along. The same parts give the same bytes.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parts } from "./sbom.mjs";

const project = resolve(import.meta.dirname, "..");
const COMMON = "/usr/share/common-licenses";

/** What Debian's texts say in prose of what an image takes of a package: its libraries, or the certificates. */
const EXPRESSIONS = {
  libc6: "LGPL-2.1-or-later",
  "libgcc-s1": "GPL-3.0-or-later WITH GCC-exception-3.1",
  "ca-certificates": "MPL-2.0",
};

const query = (...args) =>
  execFileSync("dpkg-query", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** The package a file is of; none where nobody can say. */
function ownerOf(file) {
  for (const path of new Set([realpathSync(file), realpathSync(file).replace(/^\/usr/, ""), file])) {
    try {
      return query("-S", path).split(": ")[0].split(",")[0];
    } catch {
      // By another path, or of another distribution.
    }
  }
  // What is generated when a package is installed belongs to none.
  return file.startsWith("/etc/ssl/certs/") && existsSync("/usr/share/doc/ca-certificates")
    ? "ca-certificates"
    : undefined;
}

/** The system's packages of some files as components of a bill of materials. */
export function systemPackages(files) {
  const found = new Map();
  for (const owner of new Set(files.map(ownerOf).filter(Boolean))) {
    const name = owner.split(":")[0];
    const [version, source, sourceVersion] = query(
      "-W",
      "-f",
      ["Version", "source:Package", "source:Version"].map((field) => `\${${field}}`).join("\t"),
      owner,
    ).split("\t");
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}`;
    const expression = EXPRESSIONS[name];
    found.set(purl, {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      purl,
      licenses: expression ? [{ expression }] : [{ license: { name: `told in /usr/share/doc/${name}/copyright` } }],
      // Whoever wants to change a library under the LGPL finds it there.
      properties: [{ name: "debian:source", value: `${source} ${sourceVersion}` }],
    });
  }
  return [...found.values()];
}

/** The texts of those packages, and the licenses the texts point to, by where they lie. */
export function systemTexts(components) {
  // What crates name without bringing it, and what the packages' own texts name.
  const texts = new Map();
  for (const name of ["Apache-2.0", "MPL-2.0"])
    if (existsSync(join(COMMON, name))) texts.set(join(COMMON, name), readFileSync(join(COMMON, name)));
  for (const { name } of components) {
    const path = `/usr/share/doc/${name}/copyright`;
    if (existsSync(path)) texts.set(path, readFileSync(path));
  }
  for (const text of [...texts.values()])
    for (const [path, name] of text
      .toString()
      .matchAll(/\/usr\/share\/common-licenses\/([A-Za-z]+(?:-[0-9.]*[0-9])?)/g))
      if (existsSync(join(COMMON, name))) texts.set(path, readFileSync(join(COMMON, name)));
  return texts;
}

/** Files of a package that say what may be done with it. */
function textsIn(folder) {
  const names = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return names
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|copyright|notice|unlicense)/i.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim())
    .filter(Boolean);
}

/** Every crate and package that ships, each with its license and the texts it brings; a text that many bring stands once. */
export function notices() {
  const byText = new Map();
  const silent = [];
  for (const { name, version, license, folder } of parts()) {
    if (name.startsWith("fieldhouse-")) continue;
    const who = `${name} ${version} (${license})`;
    const texts = textsIn(folder);
    if (texts.length === 0) silent.push(who);
    for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), who]);
  }
  const ours = execFileSync("git", ["ls-files", "server", "web", "core", "pkg"], { cwd: project, encoding: "utf8" });
  for (const path of ours.split("\n").filter((one) => /(licen[cs]e|ofl)[^/]*\.(txt|md)$/i.test(one)))
    byText.set(readFileSync(join(project, path), "utf8").trim(), [dirname(path)]);
  const told = [...byText].map(([text, who]) => `${[...new Set(who)].sort().join("\n")}\n\n${text}\n`).sort();
  const head = "Fieldhouse is given away under MIT or Apache-2.0, at your choice. Inside are the following.\n";
  const rest = `The following bring no text; those of their licenses stand above or in ${COMMON}.\n\n${silent.join("\n")}\n`;
  return [head, ...told, rest].join(`\n${"-".repeat(80)}\n\n`);
}
