// While a changed filter, sort or page of the same list loads, what was shown stays, dimmed. Another
// list starts with its own shape.
import type { SearchView } from "@fieldhouse/rules";
import { useEffect, useRef } from "react";
import type { ListState } from "../../../shared/list-address";

export function usePreviousList(state: ListState, view: SearchView | undefined): SearchView | undefined {
  const list = `${state.category}?${state.query}`;
  const last = useRef<{ list: string; view: SearchView } | undefined>(undefined);
  useEffect(() => {
    if (view) last.current = { list, view };
  }, [list, view]);
  return last.current?.list === list ? last.current.view : undefined;
}
