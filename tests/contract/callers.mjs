// Who may call is in the handler's signature: the access table (server/bin/tests/it/access.rs) says who, the types of the
// handler's arguments let nobody else in, and no body asks who calls.

/** What a signature names for each kind of caller; one of them is enough. */
const ASKED = {
  Everyone: null,
  OwnSession: ["Visitor", "SiteOf"],
  Customer: ["Customer", "SignedIn"],
  Owner: ["Visitor"],
  Holder: ["Visitor", "SiteOf"],
  Client: ["TokenForm"],
  SearchKey: ["KeyOf", "Index"],
  Bearer: ["Bearer", "Shopper", "CustomerOf"],
  DeskDoor: ["AtTheDoor"],
  DeskOwn: ["AnyStaff"],
  Desk: ["Staff"],
};
/** Types that turn somebody away: not in the signature of what is for everyone. */
const CLOSED = [
  "AnyStaff",
  "Staff",
  "Customer",
  "SignedIn",
  "TokenForm",
  "KeyOf",
  "Index",
  "Bearer",
  "Shopper",
  "CustomerOf",
];
/** A question about who calls, asked too late. */
const LATE = /\.(?:signed_in|may|somebody|customer)\(/;

const code = (source) => source.split(/#\[cfg\(test\)\]\s*mod /)[0].replaceAll(/\/\/.*/g, "");

/** The operations of surfaces: method and address, the types of the arguments, the body. */
export function handlersOf(sources) {
  return Object.entries(sources).flatMap(([path, source]) =>
    code(source)
      .split("#[utoipa::path(")
      .slice(1)
      .map((part) => {
        const [, method] = /^\s*(\w+)\s*,/.exec(part);
        const [, address] = /path\s*=\s*"([^"]+)"/.exec(part);
        const signature = /async fn (\w+)\(([\s\S]*?)\)\s*(?:->[^{]*)?\{/.exec(part);
        return {
          path,
          operation: `${method} ${address}`,
          name: signature[1],
          types: signature[2].match(/\b[A-Z]\w*/g) ?? [],
        };
      }),
  );
}

/** The rows of the access table. */
export function accessOf(source) {
  return new Map(
    [...source.matchAll(/\(\s*"(\w+ [^"]+)",\s*Who::(\w+)\s*\)/g)].map(([, operation, who]) => [operation, who]),
  );
}

/** What is wrong: sentences. */
export function callerFindings(sources, table) {
  const access = accessOf(table);
  const found = handlersOf(sources).flatMap(({ path, operation, name, types }) => {
    const who = access.get(operation);
    const tell = (what) => [`${path}: ${name} (${operation}) ${what}`];
    if (who === undefined) return tell("is not in the access table");
    if (!(who in ASKED)) return tell(`is for ${who}, of which callers.mjs knows nothing`);
    if (ASKED[who] === null) {
      const closed = types.filter((type) => CLOSED.includes(type));
      return closed.length === 0 ? [] : tell(`is for everyone, and takes ${closed.join(", ")}`);
    }
    return types.some((type) => ASKED[who].includes(type))
      ? []
      : tell(`is for ${who}, and takes no ${ASKED[who].join(" or ")}`);
  });
  for (const [path, source] of Object.entries(sources)) {
    // What lets in is where the questions are asked.
    if (path.endsWith("platform/caller.rs")) continue;
    for (const [place, line] of code(source).split("\n").entries()) {
      if (LATE.test(line)) found.push(`${path}:${place + 1}: asks who calls; the signature says it: ${line.trim()}`);
    }
  }
  return found;
}
