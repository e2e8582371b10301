// Circles of imports between the rooms of a Rust crate: a room is a file or folder directly under `src`, or directly
// under a folder that only groups rooms (`buying`). Read from `use crate::…` and paths that begin with `crate::`; what is
// only used by a file's unit tests does not count.

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
export function importsOf(sources, groups = []) {
  const roomOf = (names) => names.slice(0, groups.includes(names[0]) ? 2 : 1).join("/");
  const roomAt = (path) => roomOf(path.replace(/\.rs$/, "").split("/"));
  // What only lists a group's rooms is none.
  const inRooms = Object.entries(sources).filter(([path]) => !groups.some((group) => path === `${group}/mod.rs`));
  const rooms = new Map();
  for (const [path] of inRooms) rooms.set(roomAt(path), new Set());
  for (const [path, source] of inRooms) {
    const room = roomAt(path);
    const code = source.split(/#\[cfg\(test\)\]\s*mod /)[0].replaceAll(/\/\/.*/g, "");
    const uses = [...code.matchAll(/\buse\s+crate::([^;]+);/g)].flatMap(([, tree]) => pathsOf(tree));
    const inline = [...code.replaceAll(/\buse\s+[^;]+;/g, "").matchAll(/\bcrate::([\w:]+)/g)];
    for (const names of [...uses, ...inline.map(([, named]) => named.split("::"))]) {
      const other = roomOf(names);
      if (other !== room && rooms.has(other)) rooms.get(room).add(other);
    }
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
