// The one hook that reads the desk's operations. A query's key is its address.
import { QueryClient, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ApiError } from "../../shared/client";
import { read } from "./client";
import type { Address, Answer, Path } from "./endpoints";

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // What somebody comes back to shows at once, and is read again behind it.
        staleTime: 2_000,
        retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  });
}

/**
 * What an act does when it was refused because somebody else was faster: what is shown is read again, and only then is the
 * refusal said. Who presses at once acts on what is so, and is not refused anew.
 */
export async function rereadStale<P extends Path>(client: QueryClient, failure: Error, url: Address<P>): Promise<void> {
  if (failure instanceof ApiError && failure.status === 409) await client.invalidateQueries({ queryKey: [url] });
}

interface ReadOptions {
  enabled?: boolean;
  staleTime?: number;
  refetchInterval?: number | false;
  /** What was shown stays until the next answer is there. */
  keep?: boolean;
}

/** Reads an address. */
export function useDesk<P extends Path>(
  url: Address<P>,
  { keep = false, ...options }: ReadOptions = {},
): UseQueryResult<Answer<"GET", P>, Error> {
  return useQuery<Answer<"GET", P>, Error>({
    queryKey: [url],
    queryFn: ({ signal }) => read(url, signal),
    ...(keep ? { placeholderData: (before) => before } : {}),
    ...options,
  });
}
