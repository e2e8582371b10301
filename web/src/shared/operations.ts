// What follows from a table of operations (`endpoints.ts` of the store and of the desk): its paths, what each is sent and
// answers, and addresses that remember their path.

/** Paths of a table. */
export type PathOf<Table, Row = keyof Table> = Row extends `${string} ${infer P}` ? P : never;
/** Methods that a path has. */
export type MethodOn<Table, P extends string> =
  Extract<keyof Table, `${string} ${P}`> extends `${infer M} ${P}` ? M : never;
/** The row of a method and a path. */
export type RowOf<Table, M extends string, P extends string> = Table[Extract<keyof Table, `${M} ${P}`>];
/** What an operation is sent; `undefined` where it is sent nothing. Of several at once it is what all of them are. */
export type SentTo<Row> = [Row] extends [{ sends: infer Body }] ? Body : undefined;

declare const ofPath: unique symbol;
/** An address below a path, which it remembers. */
export type AddressOf<P extends string> = string & { readonly [ofPath]?: P };

/** One text for each `{…}` of a path. */
export type Parts<P extends string> = P extends `${string}{${string}}${infer Rest}` ? [string, ...Parts<Rest>] : [];

/** A path whose `{…}` are filled in. */
export function filled(path: string, parts: readonly string[]): string {
  let next = 0;
  return path.replace(/{\w+}/g, () => encodeURIComponent(parts[next++] ?? ""));
}
