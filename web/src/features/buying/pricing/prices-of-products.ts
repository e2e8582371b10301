// Personal prices of several products at once: each is asked for by itself, so that another one asks for nothing again.
import type { Cents } from "@fieldhouse/rules";
import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { type PersonalPrices, useQuestions } from "./personal-prices";

/** As `usePersonalPrices`, of the skus of each product. */
export function usePersonalPricesOf(products: readonly (readonly string[])[]): PersonalPrices {
  const queries = useQuestions(products)
    .filter(({ wanted }) => wanted)
    .map(({ queryKey, queryFn, retry }) => ({ queryKey, queryFn, retry }));
  return useQueries({ queries, combine: told });
}

function told(answers: UseQueryResult<ReadonlyMap<string, Cents>>[]): PersonalPrices {
  const known = new Map(answers.flatMap(({ data = [] }) => [...data]));
  return {
    loading: answers.some(({ isPending }) => isPending),
    toBeConfirmed: answers.some(({ isError }) => isError),
    of: (sku) => known.get(sku) ?? null,
  };
}
