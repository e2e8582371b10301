// The reader of imports finds the circles there are, and none where there is none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { circlesOf, importsOf } from "./knot.mjs";

test("finds a circle through groups, folders, other names and plain paths", () => {
  const sources = {
    "cart/mod.rs": "use crate::{\n    clock::Clock,\n    orders::{self, store::OrderRow},\n};",
    "orders/routes.rs": "fn key() -> crate::payments::Key { todo!() }",
    "payments.rs": "use crate::cart as carts;",
    "clock.rs": "use std::time::Duration;",
  };
  assert.deepEqual(circlesOf(importsOf(sources)), [["cart", "orders", "payments"]]);
});

test("finds each circle by itself", () => {
  const sources = {
    "a.rs": "use crate::b::B;",
    "b.rs": "use crate::a::A; use crate::c::C;",
    "c.rs": "use crate::d::D;",
    "d.rs": "use crate::c::C;",
  };
  assert.deepEqual(circlesOf(importsOf(sources)), [
    ["c", "d"],
    ["a", "b"],
  ]);
});

test("finds none where imports go one way, whatever comments and unit tests name", () => {
  const sources = {
    "cart.rs": "use crate::clock::Clock;",
    "clock.rs": "// use crate::cart::Cart;\n#[cfg(test)]\nmod tests {\n    use crate::cart::Cart;\n}",
  };
  assert.deepEqual(circlesOf(importsOf(sources)), []);
});
