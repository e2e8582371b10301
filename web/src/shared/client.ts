// The one way to the server: JSON in, JSON out, problem+json as `ApiError`. No rule and no cache here.
import type { FieldError } from "@fieldhouse/rules";
import type { Address, Answer, MethodOf, Path, Sent } from "./endpoints";

interface Problem {
  title?: string;
  status?: number;
  code?: string;
  requestId?: string;
  errors?: FieldError[];
  currentVersion?: number;
  orderId?: string;
  error?: string;
}

/** A failed call. `status` 0 means that the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly errors: FieldError[];
  /** On a version conflict: the version to read again. */
  readonly currentVersion: number | undefined;
  /** On `already_placed`: the order that was made. */
  readonly orderId: string | undefined;
  /** The specification's error text of the account calls (account §7): `[0] …`, `[1] …`, or a sentence. */
  readonly error: string;
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: Problem, retryAfter?: number) {
    super(problem.title ?? (status === 0 ? "The store cannot be reached" : "Something went wrong"));
    this.name = "ApiError";
    this.status = status;
    this.code = problem.code ?? (status === 0 ? "offline" : "unknown");
    this.requestId = problem.requestId ?? "";
    this.errors = problem.errors ?? [];
    this.currentVersion = problem.currentVersion;
    this.orderId = problem.orderId;
    this.error = problem.error ?? "";
    this.retryAfter = retryAfter;
  }
}

async function call(url: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: "same-origin", ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, {});
  }
  const type = response.headers.get("content-type") ?? "";
  const isJson = type.includes("json");
  if (!response.ok) {
    const body: unknown = isJson ? await response.json().catch(() => ({})) : {};
    // update-password answers with a JSON string (account §7).
    const problem: Problem = typeof body === "string" ? { title: body, error: body } : (body as Problem);
    const retry = Number(response.headers.get("retry-after") ?? Number.NaN);
    throw new ApiError(response.status, problem, Number.isFinite(retry) ? retry : undefined);
  }
  if (response.status === 204) return null;
  // A proxy's HTML page in place of an answer must not pass as data.
  if (!isJson) throw new ApiError(response.status, { code: "not_json" });
  return response.json();
}

/** Reads an address that is no operation's: what a page arrives with. */
export async function readJson<T>(url: string, signal?: AbortSignal): Promise<T> {
  return (await call(url, { headers: { accept: "application/json" }, ...(signal ? { signal } : {}) })) as T;
}

/** Reads an address of the API. */
export function getJson<P extends Path>(url: Address<P>, signal?: AbortSignal): Promise<Answer<"GET", P>> {
  return readJson<Answer<"GET", P>>(url, signal);
}

interface SendOptions {
  /** A repetition under the same key is answered, not done again. */
  idempotencyKey?: string;
  /** It is still sent when the page is left meanwhile; only for small bodies, as browsers allow 64 KiB for all of them. */
  keepalive?: boolean;
}

/** A body where the operation takes one, else none. */
type Rest<Body> = Body extends undefined
  ? [body?: undefined, options?: SendOptions]
  : [body: Body, options?: SendOptions];

/** Changes something. */
export async function sendJson<P extends Path, M extends Exclude<MethodOf<P>, "GET">>(
  method: M,
  url: Address<P>,
  ...[body, { idempotencyKey, keepalive = false } = {}]: Rest<Sent<M, P>>
): Promise<Answer<M, P>> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
  const init = { method, headers, keepalive, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return (await call(url, init)) as Answer<M, P>;
}

/** A fresh key for one intent; keep it over the repetitions of that intent. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
