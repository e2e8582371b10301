// The query client and the one hook that reads the API. A query's key is its address.
import { QueryClient, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, getJson } from "./client";
import { type Address, type Answer, apiUrls, type Path } from "./endpoints";

/** What a page arrives with: `{"/api/shell": …}`. */
export type PageData = Record<string, unknown>;

/** How long content is shown without asking whether an operator changed it; unchanged, the answer is 304. */
export const contentFresh = 5_000;

export function newQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // What came with the page is fresh; a list re-visited within a minute shows at once.
        staleTime: 60_000,
        // Only what may pass by itself is asked again.
        retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  });
  client.setQueryDefaults([apiUrls.shell], { staleTime: contentFresh });
  return client;
}

export function prime(client: QueryClient, data: PageData): void {
  for (const [url, value] of Object.entries(data)) {
    client.setQueryData([url], value);
  }
}

interface ReadOptions {
  enabled?: boolean;
  staleTime?: number;
}

/** Reads an address. */
export function useApi<P extends Path>(
  url: Address<P>,
  options: ReadOptions = {},
): UseQueryResult<Answer<"GET", P>, Error> {
  return useQuery<Answer<"GET", P>, Error>({
    queryKey: [url],
    queryFn: ({ signal }) => getJson(url, signal),
    ...options,
  });
}

/** The same of what a page arrives with: `null` when the server had no such thing. */
export function usePageApi<P extends Path>(
  url: Address<P>,
  options: ReadOptions = {},
): UseQueryResult<Answer<"GET", P> | null, Error> {
  return useApi(url, options) as UseQueryResult<Answer<"GET", P> | null, Error>;
}

/** Logs that something could not be read, once a failure (account §8). */
export function useLoggedFailure(what: string, error: Error | null): void {
  useEffect(() => {
    if (error) console.error(`${what} could not be read`, error);
  }, [what, error]);
}
