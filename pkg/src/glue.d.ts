// The glue behind the typed entry; only bytes.ts reaches for it.
declare module "*/fieldhouse_rules_bg.js" {
  const glue: Record<string, unknown>;
  export = glue;
}
