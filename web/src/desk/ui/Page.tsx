// The frame of a page's inside: its title, where the focus goes when the page is opened, and what can be done there.
import clsx from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { ApiError } from "../../shared/client";
import { sentenceOf } from "../shared/client";
import { Button, ButtonLink } from "./Button";
import { placeOf } from "./work-goes-on";

/** The first page of a visit leaves the focus where a browser puts it. */
const visit = { begun: false };

interface PageProps {
  title: string;
  /** Beside the title. */
  beside?: ReactNode;
  /** At the end of its row. */
  acts?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Page({ title, beside, acts, children, className }: PageProps) {
  const place = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Desk`;
  }, [title]);
  useEffect(() => {
    // Something of the page may have it already: the row that somebody comes back to.
    const taken = place.current?.contains(document.activeElement);
    if (visit.begun && !taken) heading.current?.focus({ preventScroll: true });
    visit.begun = true;
  }, []);
  // What had the focus may be gone when an act is done, as its own button.
  const last = useRef<{ element: Element; whereWorkGoesOn: () => HTMLElement | null }>(null);
  useEffect(() => {
    const lost = document.activeElement === document.body && last.current?.element.isConnected === false;
    if (lost) last.current?.whereWorkGoesOn()?.focus();
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears where the focus is
    <div
      ref={place}
      onFocus={({ target }) => {
        last.current = { element: target, whereWorkGoesOn: placeOf(target) };
      }}
      className={clsx("px-4 pb-10 md:px-6", className)}
    >
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
        <h1 ref={heading} tabIndex={-1} className="text-xl">
          {title}
        </h1>
        {beside}
        {acts ? <div className="ml-auto flex flex-wrap items-center gap-2">{acts}</div> : null}
      </div>
      {children}
    </div>
  );
}

/** A part of a page. */
export function Part({
  title,
  acts,
  children,
  id,
}: {
  title: string;
  acts?: ReactNode;
  children: ReactNode;
  id: string;
}) {
  return (
    <section aria-labelledby={id} className="rounded-brand border border-line">
      <div className="flex min-h-10 items-center gap-2 border-line border-b px-3 py-1">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {acts ? <div className="ml-auto flex gap-2">{acts}</div> : null}
      </div>
      {children}
    </section>
  );
}

/** A dot and a word: colour alone says nothing. */
export function State({ dot, children, className }: { dot: string; children: ReactNode; className?: string }) {
  return (
    <span className={clsx("inline-flex items-center gap-1.5 whitespace-nowrap", className)}>
      <span aria-hidden="true" className={clsx("size-2 shrink-0 rounded-full", dot)} />
      {children}
    </span>
  );
}

/** What a place says that has nothing to show. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-3 py-6 text-center text-muted">{children}</p>;
}

interface FailedProps {
  error: unknown;
  onRetry: () => void;
  /** Where to go instead. */
  children?: ReactNode;
}

/** A read that failed. */
export function Failed({ error, onRetry, children }: FailedProps) {
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <div role="alert" className="mx-auto grid max-w-md justify-items-center gap-3 px-4 py-12 text-center">
      <p>{gone ? "There is no such thing here, or it is of a brand that is not yours." : sentenceOf(error)}</p>
      {error instanceof ApiError && error.requestId && !gone ? (
        <p className="text-muted">Reference {error.requestId}</p>
      ) : null}
      {gone ? null : <Button onClick={onRetry}>Try again</Button>}
      {children}
    </div>
  );
}

/** Rows that are about to come, as high as they will be. */
export function RowShapes({ rows = 12 }: { rows?: number }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have nothing else
        <div key={row} aria-hidden="true" className="flex h-9 items-center gap-4 border-line border-b px-3">
          <span className="h-2.5 w-24 rounded bg-alt" />
          <span className="h-2.5 w-40 rounded bg-alt" />
          <span className="h-2.5 flex-1 rounded bg-alt" />
          <span className="h-2.5 w-16 rounded bg-alt" />
        </div>
      ))}
    </div>
  );
}

interface EndsProps {
  /** The address of the first rows, where these are others. */
  first?: string | undefined;
  back?: string;
  /** The address of the next rows, where there are some. */
  next?: string | undefined;
  more?: string;
  /** What is said where there are none. */
  end?: string;
}

/** Below a list: the way back to its beginning and on to what follows. */
export function ListEnds({
  first,
  back = "Back to the newest",
  next,
  more = "Older",
  end = "These are the oldest.",
}: EndsProps) {
  return (
    <div className="flex min-h-14 items-center gap-2">
      {first === undefined ? null : <ButtonLink href={first}>{back}</ButtonLink>}
      {next === undefined ? <p className="text-muted">{end}</p> : <ButtonLink href={next}>{more}</ButtonLink>}
    </div>
  );
}
