// What fetches the scripts (public/assets/start.v2.js): after the first paint, at the first touch, or at once.
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

const source = readFileSync(new URL("../../public/assets/start.v2.js", import.meta.url), "utf8");

function run(root: string): void {
  document.head.innerHTML = "";
  document.body.innerHTML = `<div id="root" data-page="/page-data/c/balls/?page=2">${root}</div>`;
  const script = document.createElement("script");
  Object.assign(script.dataset, {
    script: "/assets/app.js",
    modules: "/assets/a.js /assets/b.js",
    wasm: "/assets/r.wasm",
    integrity: "sha256-app sha256-a sha256-b",
  });
  Object.defineProperty(document, "currentScript", { value: script, configurable: true });
  new Function(source)();
}

const fetched = () =>
  [...document.head.querySelectorAll<HTMLLinkElement & HTMLScriptElement>("link, script")].map(
    (element) => element.getAttribute("href") ?? element.getAttribute("src"),
  );
const all = ["/assets/a.js", "/assets/b.js", "/assets/r.wasm", "/page-data/c/balls/?page=2", "/assets/app.js"];

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("a page that can be seen is painted before its scripts are fetched", () => {
  run("<main></main>");
  expect(fetched()).toEqual([]);
  // Two frames.
  jest.advanceTimersToNextFrame();
  expect(fetched()).toEqual([]);
  jest.advanceTimersToNextFrame();
  expect(fetched()).toEqual(all);
});

test("the first touch fetches them, and only once", () => {
  run("<main></main>");
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(fetched()).toEqual(all);
  document.body.dispatchEvent(new Event("keydown", { bubbles: true }));
  jest.runAllTimers();
  expect(fetched()).toEqual(all);
});

test("a page that shows nothing without scripts does not wait", () => {
  run("");
  expect(fetched()).toEqual(all);
  run("<main><div data-starts-at-once></div></main>");
  expect(fetched()).toEqual(all);
});

test("R65: what is fetched must be what the document says", () => {
  run("");
  const told = [...document.head.querySelectorAll<HTMLLinkElement | HTMLScriptElement>("[rel=modulepreload], script")];
  expect(told.map((element) => element.integrity)).toEqual(["sha256-a", "sha256-b", "sha256-app"]);
});
