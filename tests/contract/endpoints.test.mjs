// The comparison of the table of operations with the server's description finds what differs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { differences, tableOf } from "./endpoints.mjs";

const source = `export interface Operations {
  "GET /api/a": { answers: AView | null };
  "POST /api/a/{id}": {
    sends: ADraft;
    answers: null;
  };
  "GET /api/list": { answers: AView[] };
}

interface ADraft {
  name: string;
  note?: string;
}
`;

const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const content = (schema) => ({ content: { "application/json": { schema } } });
const draftOf = (...fields) => ({
  properties: Object.fromEntries(fields.map((field) => [field, {}])),
  required: ["name"],
});
const description = () => ({
  paths: {
    "/api/a": { get: { responses: { 200: content({ oneOf: [ref("AView"), { type: "null" }] }), 404: {} } } },
    "/api/a/{id}": { post: { requestBody: content(ref("ADraft")), responses: { 204: {} } } },
    "/api/list": { get: { responses: { 200: content({ type: "array", items: ref("AView") }) } } },
  },
  components: { schemas: { ADraft: draftOf("name", "note") } },
});

test("a table that says what the server says", () => {
  assert.deepEqual(differences(tableOf(source), description()), []);
});

test("an operation that is gone, another body, another answer, another field", () => {
  const other = description();
  delete other.paths["/api/list"];
  other.paths["/api/a"].get.responses[200] = content(ref("BView"));
  other.paths["/api/a/{id}"].post.requestBody = content(ref("BDraft"));
  other.components.schemas.ADraft = { ...draftOf("name", "place"), required: ["name", "place"] };
  assert.deepEqual(differences(tableOf(source), other), [
    "GET /api/a: answers BView, not AView | null",
    "POST /api/a/{id}: is sent BDraft, not ADraft",
    "GET /api/list: the server has no such operation",
    "ADraft: the server has no field note",
    "ADraft: the field place is needed",
  ]);
});

test("a row that cannot be read is not passed over", () => {
  assert.throws(() => tableOf(source.replace("answers: null", "answers: null, more: 1")));
});

test("the storefront's own table can be read", () => {
  const { rows, types } = tableOf(readFileSync("web/src/shared/endpoints.ts", "utf8"));
  assert.ok(rows.length > 70 && Object.keys(types).length > 15);
});
