// An add that meets no session (cart §4, §6): an anonymous one is asked for and the add is made once more.
// This store begins a session with the add itself; a store behind another session service may not.
import { ApiError, getJson } from "./client";
import { apiUrls } from "./endpoints";

/** There is no session even after asking for one. It is logged; nobody is told and nothing else happens. */
export class NoSession extends Error {
  constructor() {
    super("No session");
    this.name = "NoSession";
  }
}

function meetsNoSession(failure: unknown): boolean {
  return failure instanceof ApiError && [failure.error, failure.message].includes("No session");
}

export async function withSession<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (failure) {
    if (!meetsNoSession(failure)) throw failure;
  }
  try {
    await getJson(apiUrls.session);
    return await send();
  } catch (failure) {
    if (!meetsNoSession(failure)) throw failure;
    console.warn("Cannot add to cart, user session is null");
    throw new NoSession();
  }
}
