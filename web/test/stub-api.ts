// Stands in for the server at the network: tests say what each address answers, and see what was sent.

import { apiUrls } from "../src/shared/endpoints";

export interface Sent {
  method: string;
  url: string;
  body: unknown;
  headers: Headers;
}

type Answer = Response | object | null;
type Handler = (sent: Sent) => Answer | Promise<Answer>;

export interface StubApi {
  /** Everything that was sent, in order; but not what search analytics were told. */
  sent: Sent[];
  /** What search analytics were told: `addedToCart p1`. */
  told: string[];
  /** What was sent by a method, for example all PATCHes. */
  by: (method: string) => Sent[];
  /** Adds or replaces an answer while the test runs. */
  on: (route: string, handler: Handler) => void;
}

/** A problem+json answer. */
export function problem(status: number, body: object = {}): Response {
  return new Response(JSON.stringify({ type: "about:blank", title: "Problem", status, ...body }), {
    status,
    headers: { "content-type": "application/problem+json" },
  });
}

/** The line is down. */
export function unreachable(): never {
  throw new TypeError("fetch failed");
}

/** Routes are `METHOD /path`; a `*` at the end matches any rest, the query included. */
export function stubApi(routes: Record<string, Handler> = {}): StubApi {
  const handlers = new Map(Object.entries(routes));
  const sent: Sent[] = [];
  const told: string[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const url = String(input);
    const method = init.method ?? "GET";
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    if (url === apiUrls.analyticsEvents) {
      const { events } = body as { events: { act: string; productId: string }[] };
      told.push(...events.map(({ act, productId }) => `${act} ${productId}`));
      return new Response(null, { status: 204 });
    }
    // Asked in a pause of typing: a test that is not about it has not to know when.
    if (url === apiUrls.passwordCheck && !handlers.has(`POST ${url}`)) return Response.json({ errors: [] });
    const call = { method, url, body, headers: new Headers(init.headers) };
    sent.push(call);
    const key = `${method} ${url}`;
    const route = handlers.has(key)
      ? key
      : [...handlers.keys()].find((known) => known.endsWith("*") && key.startsWith(known.slice(0, -1)));
    const handler = route === undefined ? undefined : handlers.get(route);
    if (!handler) return problem(404, { code: "not_found" });
    const answer = await handler(call);
    if (answer instanceof Response) return answer;
    return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
  };
  return {
    sent,
    told,
    by: (method) => sent.filter((call) => call.method === method),
    on: (route, handler) => void handlers.set(route, handler),
  };
}
