// Where a table of operations (web/src/shared/endpoints.ts, web/src/desk/shared/endpoints.ts) and the server's description of itself say
// different things: about a path, a method, or the name of what is sent and answered.

/** The rows of the table, and the fields of the types that stand beside it: `{ name: { field: optional } }`. */
export function tableOf(source) {
  const [, table] = /export interface Operations {\n([\s\S]*?)\n}/.exec(source) ?? [undefined, ""];
  const row = /"(\w+) ([^"]+)":\s*{\s*(?:sends: (\w+);\s*)?answers: ([\w[\] |]+);?\s*}/g;
  const rows = [...table.matchAll(row)].map(([, method, path, sends = null, answers]) => ({
    operation: `${method} ${path}`,
    sends,
    answers: answers.trim(),
  }));
  // A row that cannot be read is not passed over.
  if (rows.length === 0 || rows.length !== [...table.matchAll(/\banswers:/g)].length)
    throw new Error("the table of operations cannot be read");
  const types = {};
  for (const [, name, body] of source.matchAll(/^(?:export )?interface (\w+) {\n([\s\S]*?)\n}/gm)) {
    if (name === "Operations") continue;
    types[name] = Object.fromEntries(
      [...body.matchAll(/^ {2}(\w+)(\??):/gm)].map(([, field, mark]) => [field, mark !== ""]),
    );
  }
  return { rows, types };
}

function nameOf(schema) {
  if (schema === undefined || schema.type === "null") return "null";
  if (schema.oneOf) return schema.oneOf.map(nameOf).join(" | ");
  if (schema.type === "array") return `${nameOf(schema.items)}[]`;
  return schema.$ref?.split("/").at(-1) ?? "?";
}

const json = (content) => content?.["application/json"]?.schema;

/** Every difference; none when the table says what the server says. */
export function differences({ rows, types }, { paths, components }) {
  const found = [];
  for (const { operation, sends, answers } of rows) {
    const [method, path] = operation.split(" ");
    const told = paths[path]?.[method.toLowerCase()];
    if (told === undefined) {
      found.push(`${operation}: the server has no such operation`);
      continue;
    }
    const asked = told.requestBody ? nameOf(json(told.requestBody.content)) : null;
    if (asked !== sends) found.push(`${operation}: is sent ${asked}, not ${sends}`);
    const [, good] = Object.entries(told.responses).find(([status]) => status.startsWith("2")) ?? [];
    const answered = nameOf(json(good?.content));
    if (answered !== answers) found.push(`${operation}: answers ${answered}, not ${answers}`);
  }
  for (const [name, fields] of Object.entries(types)) {
    const schema = components.schemas[name];
    if (schema === undefined) {
      found.push(`${name}: the server has no such type`);
      continue;
    }
    for (const field of Object.keys(fields))
      if (schema.properties?.[field] === undefined) found.push(`${name}: the server has no field ${field}`);
    for (const field of schema.required ?? [])
      if (fields[field] !== false) found.push(`${name}: the field ${field} is needed`);
  }
  return found;
}
