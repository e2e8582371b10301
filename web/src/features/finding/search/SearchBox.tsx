// The header's search field with its dropdown of hits (shell §2, §4, §5). A real form: without scripts
// it leads to the full results.
import { readQuery } from "@fieldhouse/rules";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type SubmitEvent, Suspense, useEffect, useRef, useState } from "react";
import { getJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { wanted } from "../../../shared/later";
import { paths } from "../../../shared/paths";
import { Icon } from "../../../ui/Icon";
import { useLocation, useNavigate } from "../../../ui/router";
import { trackSearch } from "./track-search";

const { Part: SuggestionList, preload: loadSuggestions } = wanted(() => import("./SuggestionList"));

/** Typing faster than this asks once. */
const pause = 120;

interface SearchBoxProps {
  autoFocus?: boolean;
  /** Called when the shopper moved on to a page. */
  onDone?: () => void;
}

export function SearchBox({ autoFocus = false, onDone }: SearchBoxProps) {
  // There are two at most: that of the header, and that which a phone's button opens.
  const id = autoFocus ? "find" : "search";
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const { query, searches, submits } = readQuery(typed);
  const asked = usePaused(searches ? query : "");
  const { data, isError } = useQuery({
    queryKey: [apiUrls.suggest(asked)],
    queryFn: ({ signal }) => getJson(apiUrls.suggest(asked), signal),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
  });
  const found = searches && data !== undefined && !isError ? data : undefined;
  const shown = open ? found : undefined;
  const optionCount = found && found.hits.length > 0 ? found.hits.length + 1 : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the trigger
  useEffect(() => setOpen(false), [pathname, search]);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);

  const leave = () => {
    setOpen(false);
    setActive(-1);
    onDone?.();
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!submits) return;
    trackSearch(query);
    leave();
    // Content may send a query elsewhere at once.
    const redirect = data && data.query === query ? data.redirect : "";
    void navigate(redirect || paths.search(query));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (optionCount === 0) return;
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      // -1 is the field itself, between the last option and the first.
      setActive((before) => ((before + 1 + step + optionCount + 1) % (optionCount + 1)) - 1);
    } else if (event.key === "Enter" && active >= 0 && shown) {
      event.preventDefault();
      document.getElementById(`${id}-option-${active}`)?.click();
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is not known to all readers yet
    <form ref={box} role="search" action="/search/" method="get" onSubmit={onSubmit} className="relative">
      <label htmlFor={`${id}-field`} className="sr-only">
        Search products
      </label>
      <input
        id={`${id}-field`}
        type="search"
        name="query"
        value={typed}
        maxLength={200}
        // biome-ignore lint/a11y/noAutofocus: only where the shopper just asked for the field
        autoFocus={autoFocus}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="Product, brand or SKU"
        role="combobox"
        aria-expanded={shown !== undefined}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 && shown ? `${id}-option-${active}` : undefined}
        onChange={(event) => {
          // Characters the rule strips never show up in the field.
          setTyped(readQuery(event.currentTarget.value).typed);
          setActive(-1);
          setOpen(true);
        }}
        onFocus={() => {
          loadSuggestions();
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        className="h-11 w-full rounded-brand border border-control bg-alt pr-12 pl-4 text-ellipsis text-base placeholder:text-muted hover:border-ink focus:bg-surface [&::-webkit-search-cancel-button]:hidden"
      />
      <button
        type="submit"
        aria-label="Search"
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-brand text-ink"
      >
        <Icon name="search" className="size-5" />
      </button>
      {shown ? (
        <Suspense fallback={null}>
          <SuggestionList id={id} query={query} view={shown} active={active} onActive={setActive} onLeave={leave} />
        </Suspense>
      ) : null}
    </form>
  );
}

/** `value`, once it has rested for a moment. Clearing is not delayed. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    if (value === "") {
      setPaused("");
      return;
    }
    const timer = setTimeout(() => setPaused(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return value === "" ? "" : paused;
}
