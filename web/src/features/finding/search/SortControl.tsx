// How a list is sorted: a form of its own, so that it works without scripts too.

import { defaultSort, type ListState, listAddress, listPairs } from "../../../shared/list-address";
import { useNavigate } from "../../../ui/router";
import { Select } from "../../../ui/Select";

const sorts = [
  { value: defaultSort, label: "Best match" },
  { value: "price-asc", label: "Price, low to high" },
  { value: "price-desc", label: "Price, high to low" },
  { value: "name", label: "Name" },
  { value: "newest", label: "Newest" },
];

export function SortControl({ state }: { state: ListState }) {
  const navigate = useNavigate();
  const rest = { ...state, sort: defaultSort, page: 1 };
  const [path = "/search/"] = listAddress(rest).split("?");
  const inSearch = path === "/search/";
  const pairs: [string, string][] = [
    ...(inSearch
      ? ([
          ["query", state.query],
          ["category", state.category],
        ] as [string, string][])
      : []),
    ...listPairs(rest),
  ];
  return (
    <form action={path} method="get" className="flex items-center gap-2">
      {pairs.map(([name, value]) =>
        value === "" ? null : <input key={`${name}=${value}`} type="hidden" name={name} value={value} />,
      )}
      <Select
        label="Sort by"
        name="sort"
        options={sorts}
        value={state.sort}
        onChange={(event) => void navigate(listAddress({ ...state, sort: event.currentTarget.value, page: 1 }))}
        fieldClassName="grid-flow-col items-center gap-2 [&>label]:whitespace-nowrap max-md:[&>label]:sr-only"
        className="md:min-w-44"
      />
      <noscript>
        <button type="submit" className="min-h-11 rounded-brand border border-control px-4 font-semibold">
          Sort
        </button>
      </noscript>
    </form>
  );
}
