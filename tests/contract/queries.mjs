// Queries live in a feature's store.rs, in the kernel's db/ or in schema/; nobody builds SQL with format!.

const HOMES = /\/store\.rs$|^server\/(kernel\/src\/db|shop\/src\/schema)\//;
const QUERY =
  /\bEntity::(find|insert|update|delete)|\bsea_orm::(\{[^}]*)?\b(EntityTrait|Statement|QueryFilter)\b|\bexecute_unprepared|\bquery_(one|all)(_raw)?\(/;
const BUILT = /format!\(\s*"[^"]*\b(SELECT|INSERT|UPDATE|DELETE)\b/;

/** Sentences about sources (by path) of the server that ask the database where they should not. */
export function queryFindings(sources) {
  return Object.entries(sources).flatMap(([path, source]) => {
    const code = source.split("#[cfg(test)]")[0].replaceAll(/\/\/.*/g, "");
    return [
      ...(!HOMES.test(path) && QUERY.test(code) ? [`${path}: queries belong in store.rs`] : []),
      ...(BUILT.test(code) ? [`${path}: SQL built with format!`] : []),
    ];
  });
}

/** The files it is about. */
export const isOfServer = (file) => /^server\/\w+\/src\/.*\.rs$/.test(file);
