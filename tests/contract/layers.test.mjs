// The reader of layers finds what goes the wrong way, and what a feature takes of another one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { comparedToKnown, lowered, readLayers } from "./layers.mjs";

test("imports that go down are no breach", () => {
  const { breaches } = readLayers({
    "entry-client.tsx": 'import { App } from "./app/App";\nimport "./styles.css";',
    "app/App.tsx":
      'const Page = lazy(() => import("../features/buying/cart/CartPage"));\nimport { a } from "../shared/a";',
    "features/buying/cart/CartPage.tsx": 'import { Button } from "../../../ui/Button";',
    "shared/a.ts": 'import { HeroArt } from "../brands/HeroArt";\n// import { up } from "../app/up";',
    "shared/a.test.ts": 'import { App } from "../app/App";',
  });
  assert.deepEqual(breaches, []);
});

test("finds what goes up: static, when needed, for types", () => {
  const { breaches } = readLayers({
    "ui/Button.tsx": 'import { useShell } from "../shared/site";',
    "shared/site.tsx": 'const more = () => import("../features/shell/shell/Header");',
    "features/shell/shell/Header.tsx": 'import type { Layout } from "../../../app/Layout";',
    "shared/other.ts": 'export { x } from "../elsewhere/x";',
  });
  assert.deepEqual(breaches, [
    "ui/Button.tsx: imports shared/site, which lies above it",
    "shared/site.tsx: imports features/shell/shell/Header, which lies above it",
    "features/shell/shell/Header.tsx: imports app/Layout, which lies above it",
    "shared/other.ts: elsewhere/x is of no layer",
  ]);
});

test("the desk stands over what is shared, and nothing of the store imports of it", () => {
  const { breaches } = readLayers({
    "desk/main.tsx": 'import { Desk } from "./app/Desk";\nimport "./desk.css";',
    "desk/features/orders/OrderPage.tsx":
      'import { Icon } from "../../../ui/Icon";\nimport { send } from "../../shared/client";\nimport { cart } from "../../../features/buying/cart/api";',
    "desk/shared/client.ts": 'import { Desk } from "../app/Desk";',
    "app/App.tsx": 'import { Window } from "../desk/ui/Window";',
  });
  assert.deepEqual(breaches, [
    "desk/features/orders/OrderPage.tsx: imports features/buying/cart/api, which is the storefront's",
    "desk/shared/client.ts: imports desk/app/Desk, which lies above it",
    "app/App.tsx: imports desk/ui/Window, which is the desk's",
  ]);
});

test("counts what a feature takes of another one, of its own group too", () => {
  const { between } = readLayers({
    "features/buying/checkout/Step.tsx":
      'import { a } from "../cart/a";\nimport { b } from "../cart/b";\nimport "./own";',
    "features/people/account/Home.tsx": 'import { a } from "../../buying/cart/a";',
  });
  assert.deepEqual(between, { "buying/checkout": { "buying/cart": 2 }, "people/account": { "buying/cart": 1 } });
});

test("what is more than known is a finding, and so is what is less until it is lowered", () => {
  const known = { a: { b: 2 }, c: { d: 1 } };
  assert.deepEqual(comparedToKnown(known, known), []);
  const now = { a: { b: 1 }, c: { d: 2 }, e: { a: 1 } };
  assert.equal(comparedToKnown(now, known).length, 3);
  assert.deepEqual(lowered(now, known), { a: { b: 1 }, c: { d: 1 } });
  assert.deepEqual(lowered({ c: { d: 1 } }, known), { c: { d: 1 } });
});
