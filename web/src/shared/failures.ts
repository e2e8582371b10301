// What a shopper reads when a call failed. Not here: what a page makes of it.
import { ApiError } from "./client";

/** What a shopper reads when a call failed: the rule that was broken, else what happened to the call. */
export function sentenceOf(failure: unknown): string {
  if (!(failure instanceof ApiError)) return failure instanceof Error ? failure.message : "Something went wrong.";
  const broken = failure.errors[0];
  if (broken) return broken.message;
  if (failure.status === 0) return "You seem to be offline. Your change was not saved yet.";
  if (failure.status === 429) return "That was a bit fast. Please wait a moment and try again.";
  if (failure.status >= 500) return "The store could not do this right now. Please try again.";
  return failure.message;
}
