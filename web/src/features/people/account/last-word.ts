// What was done, told by the page that comes after: after a reload, or the one it leads to (account §2).
const key = "last-word";

/** Leaves a sentence for the page that comes next. Without a store there is none. */
export function leaveWord(sentence: string): void {
  try {
    sessionStorage.setItem(key, sentence);
  } catch {
    // The page shows the new values anyway.
  }
}

/** Takes the sentence that was left, once. */
export function takeWord(): string {
  try {
    const sentence = sessionStorage.getItem(key) ?? "";
    sessionStorage.removeItem(key);
    return sentence;
  } catch {
    return "";
  }
}
