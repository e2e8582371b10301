// What nobody asked before costs others little (R81): pages, searches and combinations of facets that no memory has.
import { demoStore, lua, median, rounds, strolling, wrk } from "../stage.mjs";

export const title = "What nobody asked before";

export async function measure(row) {
  const { base } = await demoStore();
  const list = await (await fetch(`${base}/api/search?query=jersey`)).json();
  const pages = [list.hits[0].href, list.hits[1].href, "/search/?query=jersey", "/"];
  for (const page of pages) await (await fetch(base + page)).text();
  const script = strolling(pages);
  const words = JSON.stringify(["jersey", "ball", "short", "bag", "glove", "helmet", "red", "navy", "youth", "mesh"]);
  const never = lua(
    "never.lua",
    `local words = {${words.slice(1, -1)}}
local at = 0
request = function()
  at = at + 1
  local query = words[at % 10 + 1] .. "+" .. words[math.floor(at / 10) % 10 + 1] .. "+" .. at
  local kinds = {"/api/search?query=" .. query, "/search/?query=" .. query, "/api/search?color=Navy&price=0-" .. (1000 + at) .. "&query=" .. words[at % 10 + 1]}
  return wrk.format("GET", kinds[at % 3 + 1])
end
`,
  );
  const alone = [];
  const beside = [];
  let asked = { perSecond: 0, refused: 0 };
  for (let round = 0; round < rounds; round += 1) {
    alone.push((await wrk(base, { script })).p99);
    const rude = wrk(base, { script: never, connections: 8, mayRefuse: true });
    beside.push((await wrk(base, { script })).p99);
    asked = await rude;
  }
  const [one, other] = [median(alone), median(beside)];
  row(
    "500 kept pages a second beside 8 clients that ask what was never asked before, p99 beside p99 alone",
    "≤ 1.5 ×",
    `${(other / one).toFixed(2)} × (${other.toFixed(1)} ms beside ${one.toFixed(1)} ms; they got ${asked.perSecond.toFixed(0)}/s, ${asked.refused} told to come back)`,
    other <= 1.5 * one,
  );
}
