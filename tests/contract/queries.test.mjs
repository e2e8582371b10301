// The search for queries finds one wherever it does not belong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfServer, queryFindings } from "./queries.mjs";

const find = "let row = cart_row::Entity::find_by_id(id).one(db).await?;";

test("a query outside a store is found in every crate of the server", () => {
  for (const path of [
    "kernel/src/jobs/mod.rs",
    "shop/src/buying/cart/view.rs",
    "bin/src/surfaces/a.rs",
    "demo/src/b.rs",
  ]) {
    assert.ok(isOfServer(`server/${path}`), path);
    assert.deepEqual(queryFindings({ [`server/${path}`]: find }), [`server/${path}: queries belong in store.rs`]);
  }
  for (const line of ['db.execute_unprepared("X")', "db.query_one_raw(x)", "use sea_orm::{DbErr, Statement};"])
    assert.equal(queryFindings({ "server/bin/src/a.rs": line }).length, 1, line);
});

test("a store, the schema, tests and words about queries are none", () => {
  for (const path of ["shop/src/buying/cart/store.rs", "kernel/src/db/alone.rs", "shop/src/schema/migrating.rs"])
    assert.deepEqual(queryFindings({ [`server/${path}`]: find }), []);
  assert.deepEqual(queryFindings({ "server/shop/src/a.rs": `// ${find}\n#[cfg(test)]\nmod tests { ${find} }` }), []);
  assert.ok(!isOfServer("server/bin/tests/it/a.rs") && !isOfServer("core/src/a.rs"));
});

test("SQL that is put together is found in a store, too", () => {
  const built = 'let sql = format!("SELECT a FROM b WHERE c = {c}");';
  assert.deepEqual(queryFindings({ "server/shop/src/a/store.rs": built }), [
    "server/shop/src/a/store.rs: SQL built with format!",
  ]);
});
