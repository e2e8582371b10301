// The desk's way to its operations: the storefront's own, and two answers that concern every call. Who is signed out is told
// so, and an act that wants a fresh proof of who it is asks for it and goes on by itself.
import { ApiError, readJson, sendJson } from "../../shared/client";
import type { Address, Answer, MethodOf, Path, Sent } from "./endpoints";

interface Hearer {
  /** There is no session any more. */
  ended: () => void;
  /** Asks who it is; false when that was called off. */
  confirm: () => Promise<boolean>;
}

let hearer: Hearer | undefined;

/** Who hears of sessions that ended and of acts that want to know who it is; what it answers ends that. */
export function hear(next: Hearer): () => void {
  hearer = next;
  return () => {
    if (hearer === next) hearer = undefined;
  };
}

/** Somebody was asked who they are and called it off: nothing was done. */
export class CalledOff extends Error {
  constructor() {
    super("Nothing was done: it needs a proof that it is you.");
    this.name = "CalledOff";
  }
}

async function heard<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    if (failure.code === "sign_in_first") hearer?.ended();
    if (failure.code !== "reauthenticate" || !hearer) throw failure;
    if (!(await hearer.confirm())) throw new CalledOff();
    return call();
  }
}

/** Reads an address of the desk. */
export function read<P extends Path>(url: Address<P>, signal?: AbortSignal): Promise<Answer<"GET", P>> {
  return heard(() => readJson<Answer<"GET", P>>(url, signal));
}

type Send = (method: string, url: string, body?: unknown) => Promise<unknown>;

type Rest<Body> = Body extends undefined ? [] : [body: Body];

/** Changes something. */
export function send<P extends Path, M extends Exclude<MethodOf<P>, "GET">>(
  method: M,
  url: Address<P>,
  ...[body]: Rest<Sent<M, P>>
): Promise<Answer<M, P>> {
  // The same call with another table of operations.
  const call = sendJson as unknown as Send;
  return heard(() => call(method, url, body) as Promise<Answer<M, P>>);
}

/** Takes a file along that an operation answers; what the answer's head says. */
export function take(url: Address, name: string, body?: unknown): Promise<Headers> {
  return heard(async () => {
    const sent =
      body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(url, { method: "POST", credentials: "same-origin", ...sent });
    if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})));
    const address = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    URL.revokeObjectURL(address);
    return response.headers;
  });
}

/** What somebody at the desk reads when a call failed. */
export function sentenceOf(failure: unknown): string {
  if (!(failure instanceof ApiError)) return failure instanceof Error ? failure.message : "Something went wrong.";
  const [broken] = failure.errors;
  if (broken) return broken.message;
  if (failure.status === 0) return "The desk cannot be reached. Nothing was done.";
  if (failure.status === 429) return "That was a bit fast. Please wait a moment and try again.";
  if (failure.status >= 500) return "The desk could not do this right now. Please try again.";
  return failure.message;
}
