// Pages of a list as real links.
import clsx from "clsx";
import { Anchor } from "./Anchor";
import { Icon } from "./Icon";

interface PaginationProps {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
  label: string;
}

/** First, last, and the pages around the current one; `0` stands for a gap. */
export function shownPages(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages);
  const shown: number[] = [];
  for (const each of [...new Set(wanted)].sort((left, right) => left - right)) {
    const before = shown.at(-1);
    // A gap of one page is shown as that page.
    if (before !== undefined && each === before + 2) shown.push(before + 1);
    else if (before !== undefined && each > before + 2) shown.push(0);
    shown.push(each);
  }
  return shown;
}

const cell = "grid h-11 min-w-11 place-items-center rounded-brand-sm px-2 font-medium tabular-nums";

export function Pagination({ page, pages, hrefOf, label }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav aria-label={label} className="flex justify-center">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 ? (
          <li>
            <Anchor
              href={hrefOf(page - 1)}
              rel="prev"
              aria-label="Previous page"
              className={clsx(cell, "hover:bg-alt")}
            >
              <Icon name="chevron-left" className="size-5" />
            </Anchor>
          </li>
        ) : null}
        {shownPages(page, pages).map((each, index, all) =>
          each === 0 ? (
            <li key={`gap-${all[index - 1]}`} aria-hidden="true" className="px-1 text-muted">
              …
            </li>
          ) : (
            <li key={each}>
              <Anchor
                href={hrefOf(each)}
                aria-label={`Page ${each}`}
                aria-current={each === page ? "page" : undefined}
                className={clsx(cell, each === page ? "bg-primary text-on-primary" : "hover:bg-alt")}
              >
                {each}
              </Anchor>
            </li>
          ),
        )}
        {page < pages ? (
          <li>
            <Anchor href={hrefOf(page + 1)} rel="next" aria-label="Next page" className={clsx(cell, "hover:bg-alt")}>
              <Icon name="chevron-right" className="size-5" />
            </Anchor>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
