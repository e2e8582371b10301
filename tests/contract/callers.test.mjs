// The reader of signatures finds a handler that lets anybody in, and a question asked in a body.
import assert from "node:assert/strict";
import { test } from "node:test";
import { callerFindings } from "./callers.mjs";

const TABLE = `const TABLE: &[(&str, Who)] = &[
    ("get /api/account", Who::Customer),
    ("get /api/search", Who::Everyone),
    ("get /platform/{projectKey}/me/orders", Who::Bearer),
];`;
const handler = (operation, signature, body = "todo!()") => {
  const [method, address] = operation.split(" ");
  return `#[utoipa::path(\n    ${method}, path = "${address}", tag = "t",\n    responses((status = 200))\n)]
async fn show(${signature}) -> Result<Json<View>, Failure> {\n    ${body}\n}\n`;
};
const found = (source) => callerFindings({ "surfaces/a.rs": source }, TABLE);

test("signatures that say who may call are as the table has it", () => {
  assert.deepEqual(found(handler("get /api/account", "State(state): State<AppState>,\n    customer: Customer,\n")), []);
  assert.deepEqual(found(handler("get /api/search", "SiteOf(site): SiteOf")), []);
  assert.deepEqual(found(handler("get /platform/{projectKey}/me/orders", "shopper: Shopper<Orders>")), []);
});

test("a handler that takes no caller is found, and one that is in no table", () => {
  assert.equal(found(handler("get /api/account", "State(state): State<AppState>")).length, 1);
  assert.equal(found(handler("get /api/account", "visitor: Visitor")).length, 1);
  assert.equal(found(handler("get /api/search", "key: KeyOf")).length, 1);
  assert.equal(found(handler("get /api/else", "customer: Customer")).length, 1);
});

test("a question asked in a body is found, in a helper too", () => {
  assert.equal(found(handler("get /api/search", "site: SiteOf", "visitor.customer().await?")).length, 1);
  assert.equal(found('fn help() { caller.may("orders")?; }').length, 1);
  assert.deepEqual(found("#[cfg(test)]\nmod tests { fn help() { caller.somebody(1); } }"), []);
});
