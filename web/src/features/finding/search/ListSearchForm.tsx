// The search field of list pages, where the header's is hidden (shell §2).
import { readQuery } from "@fieldhouse/rules";
import { type SubmitEvent, useEffect, useState } from "react";
import { paths } from "../../../shared/paths";
import { Icon } from "../../../ui/Icon";
import { useNavigate } from "../../../ui/router";
import { trackSearch } from "./track-search";

export function ListSearchForm({ query }: { query: string }) {
  const [typed, setTyped] = useState(query);
  const navigate = useNavigate();
  useEffect(() => setTyped(query), [query]);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readQuery(typed);
    if (!read.submits) return;
    trackSearch(read.query);
    void navigate(paths.search(read.query));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is not known to all readers yet
    <form role="search" action="/search/" method="get" onSubmit={onSubmit} className="relative w-full md:w-96">
      <label htmlFor="list-search" className="sr-only">
        Search products
      </label>
      <input
        id="list-search"
        type="search"
        name="query"
        value={typed}
        maxLength={200}
        autoComplete="off"
        placeholder="Product, brand or SKU"
        onChange={(event) => setTyped(readQuery(event.currentTarget.value).typed)}
        className="h-11 w-full rounded-brand border border-control bg-alt pr-12 pl-4 text-ellipsis text-base placeholder:text-muted hover:border-ink focus:bg-surface [&::-webkit-search-cancel-button]:hidden"
      />
      <button type="submit" aria-label="Search" className="absolute inset-y-0 right-0 grid w-11 place-items-center">
        <Icon name="search" className="size-5" />
      </button>
    </form>
  );
}
