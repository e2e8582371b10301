// What was typed as the index of orders and customers takes it: an index of three letters finds nothing by fewer.

/** Whether anything can be found by it. */
export const isFindable = (typed: string): boolean => /\S{3}/u.test(typed);

/** Which words of it are not looked for, in a sentence; nothing where none or all are too short. */
export function leftOut(typed: string): string {
  const short = typed.split(/\s+/).filter((word) => word !== "" && !isFindable(word));
  if (short.length === 0 || !isFindable(typed)) return "";
  return `Words of one or two letters are not looked for: ${short.join(", ")}.`;
}
