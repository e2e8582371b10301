// What is chosen of a list's facets, as chips show it.
import type { SearchView } from "@fieldhouse/rules";
import { type FacetName, facetNames, type ListState } from "../../../shared/list-address";

export interface Chosen {
  facet: FacetName;
  value: string;
  label: string;
  hex: string[];
}

export function isFacetName(name: string): name is FacetName {
  return (facetNames as readonly string[]).includes(name);
}

export function chosenValues(view: SearchView): Chosen[] {
  return view.facets.flatMap((facet) => {
    const { name } = facet;
    if (!isFacetName(name)) return [];
    return facet.values
      .filter((value) => value.selected)
      .map((value) => ({ facet: name, value: value.value, label: value.label, hex: value.hex }));
  });
}

/** The list with a value put in or taken out; it starts again at its first page. */
export function toggled(state: ListState, facet: FacetName, value: string): ListState {
  const before = state[facet];
  const after = before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
  return { ...state, [facet]: after, page: 1 };
}
