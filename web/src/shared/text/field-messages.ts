// The sentence of a broken rule: the site's own by its content key (`enter_email` is `enterEmail`), else the rules'
// (account §5).
import type { FieldError } from "@fieldhouse/rules";
import { useCallback } from "react";
import { apiUrls } from "../endpoints";
import { useApi } from "../queries";

/** The key of a sentence in a site's content. */
export function contentKey(code: string): string {
  return code.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Gives the sentence of a broken rule; `{name}` in a site's own stands for the parameter of that name. */
export function useFieldMessage(): (error: FieldError) => string {
  const { data } = useApi(apiUrls.shell, { staleTime: Number.POSITIVE_INFINITY });
  const own = data?.texts;
  return useCallback(
    ({ code, message, params }) => {
      const sentence = own?.[contentKey(code)];
      return sentence?.replace(/\{(\w+)\}/g, (all, name: string) => String(params?.[name] ?? all)) ?? message;
    },
    [own],
  );
}
