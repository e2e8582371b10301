// Chips of what is chosen; each is a link to the list without it.

import { type ListState, listAddress, wholeList } from "../../../shared/list-address";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";
import { Swatch } from "../catalog/Swatch";
import { type Chosen, toggled } from "./chosen-values";

export function ChosenFilters({ state, chosen }: { state: ListState; chosen: readonly Chosen[] }) {
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="mb-5 flex flex-wrap items-center gap-2">
      {chosen.map((each) => (
        <li key={`${each.facet}=${each.value}`}>
          <Anchor
            href={listAddress(toggled(state, each.facet, each.value))}
            aria-label={`Remove ${each.label}`}
            className="flex min-h-9 items-center gap-2 rounded-full bg-primary-soft py-1 pr-2.5 pl-3 font-medium text-ink text-sm hover:bg-line pointer-coarse:min-h-11"
          >
            {each.hex.length > 0 ? <Swatch hex={each.hex} /> : null}
            {each.label}
            <Icon name="close" className="size-3.5" />
          </Anchor>
        </li>
      ))}
      <li>
        <Anchor
          href={listAddress({ ...wholeList, query: state.query, category: state.category, sort: state.sort })}
          className="flex min-h-9 items-center px-2 font-semibold text-sm underline underline-offset-4 pointer-coarse:min-h-11"
        >
          Clear all
        </Anchor>
      </li>
    </ul>
  );
}
