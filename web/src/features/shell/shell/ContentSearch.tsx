// The content-search overlay of the alternate navigation (shell §2, §4): over the learning corner. Escape
// and a press on the backdrop close it.
import { readQuery } from "@fieldhouse/rules";
import { useEffect, useState } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { useApi } from "../../../shared/queries";
import { Anchor } from "../../../ui/Anchor";
import { Drawer } from "../../../ui/Dialog";
import { controlClasses } from "../../../ui/Field";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";

/** Typing faster than this asks once. */
const pause = 150;

interface ContentSearchProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Where the focus goes when it closes. */
  finalFocus?: () => HTMLElement | null;
}

export default function ContentSearch({ open, onOpenChange, finalFocus }: ContentSearchProps) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  const { query, submits } = readQuery(typed);
  const wanted = submits ? query : "";
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pause);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error, refetch } = useApi(apiUrls.contentSearch(asked), { enabled: asked !== "" });
  const settled = asked === wanted;
  return (
    <Drawer
      side="top"
      open={open}
      onOpenChange={onOpenChange}
      title="Search the learning corner"
      hideTitle
      {...(finalFocus ? { finalFocus } : {})}
    >
      <div className="page-width pt-1 pb-10">
        {/* biome-ignore lint/a11y/useSemanticElements: `search` is not known to all readers yet */}
        <form role="search" aria-label="Learning corner" onSubmit={(event) => event.preventDefault()}>
          <input
            type="search"
            // biome-ignore lint/a11y/noAutofocus: the shopper just asked for the field
            autoFocus
            value={typed}
            maxLength={200}
            autoComplete="off"
            aria-label="Search the learning corner"
            placeholder="I'm looking for..."
            onChange={(event) => setTyped(event.currentTarget.value)}
            className={`${controlClasses} heading min-h-14! border-0! border-b-2! border-ink! bg-transparent! px-2! text-2xl! md:text-3xl! [&::-webkit-search-cancel-button]:hidden`}
          />
        </form>
        <div aria-live="polite" className="mt-6 min-h-24">
          {wanted === "" ? (
            // Blanks alone find nothing, and it is said (shell §4).
            typed === "" ? null : (
              <p className="wrap-anywhere text-lg">No results for {typed}</p>
            )
          ) : error && settled ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : data === undefined || !settled ? (
            <LoadingShape>
              <Skeleton className="h-16" />
            </LoadingShape>
          ) : data.hits.length === 0 ? (
            <p className="wrap-anywhere text-lg">No results for {data.query}</p>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2">
              {data.hits.map((hit) => (
                <li key={hit.href}>
                  <Anchor
                    href={hit.href}
                    onClick={() => onOpenChange(false)}
                    className="group flex h-full gap-4 rounded-brand border border-line p-3 hover:bg-alt"
                  >
                    {hit.image ? (
                      <img
                        src={hit.image.href}
                        alt=""
                        width={hit.image.width}
                        height={hit.image.height}
                        className="size-20 shrink-0 rounded-brand-sm bg-alt object-cover"
                      />
                    ) : null}
                    <span>
                      <span className="heading block text-xl underline-offset-4 group-hover:underline">
                        {hit.title}
                      </span>
                      <span className="mt-1 block text-muted text-sm">{hit.description}</span>
                    </span>
                  </Anchor>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Drawer>
  );
}
