// Circles of imports between the rooms of a Rust crate: a room is a file or folder directly under `src`. Read from
// `use crate::…` and paths that begin with `crate::`; what is only used by a file's unit tests does not count.

/** The paths that a use tree names, as lists of names. */
function pathsOf(tree, before = []) {
  const found = [];
  let depth = 0;
  let part = "";
  const take = () => {
    const text = part.trim();
    part = "";
    if (text === "") return;
    const group = /^([\w:]*?)(?:::)?\{([\s\S]*)\}$/.exec(text);
    const names = (group ? group[1] : text.split(/\s+as\s+/)[0]).split("::").filter((name) => name !== "");
    if (group) found.push(...pathsOf(group[2], [...before, ...names]));
    else found.push([...before, ...names]);
  };
  for (const sign of tree) {
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
    if (sign === "," && depth === 0) take();
    else part += sign;
  }
  take();
  return found;
}

/** Rooms and what each imports of the others; `sources` by path below `src`. */
export function importsOf(sources) {
  const rooms = new Map();
  for (const path of Object.keys(sources)) rooms.set(path.split("/")[0].replace(/\.rs$/, ""), new Set());
  for (const [path, source] of Object.entries(sources)) {
    const room = path.split("/")[0].replace(/\.rs$/, "");
    const code = source.split(/#\[cfg\(test\)\]\s*mod /)[0].replaceAll(/\/\/.*/g, "");
    const uses = [...code.matchAll(/\buse\s+crate::([^;]+);/g)].flatMap(([, tree]) => pathsOf(tree));
    const inline = [...code.replaceAll(/\buse\s+[^;]+;/g, "").matchAll(/\bcrate::(\w+)/g)].map(([, name]) => [name]);
    for (const [name] of [...uses, ...inline]) if (name !== room && rooms.has(name)) rooms.get(room).add(name);
  }
  return rooms;
}

/** Rooms that reach each other in a circle, each circle sorted, the largest first (Tarjan's components). */
export function circlesOf(rooms) {
  const seen = new Map();
  const low = new Map();
  const stack = [];
  const circles = [];
  const visit = (room) => {
    seen.set(room, seen.size);
    low.set(room, seen.get(room));
    stack.push(room);
    for (const next of rooms.get(room)) {
      if (!seen.has(next)) visit(next);
      if (stack.includes(next)) low.set(room, Math.min(low.get(room), low.get(next)));
    }
    if (low.get(room) !== seen.get(room)) return;
    const circle = stack.splice(stack.indexOf(room));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const room of rooms.keys()) if (!seen.has(room)) visit(room);
  return circles.toSorted((one, other) => other.length - one.length);
}
