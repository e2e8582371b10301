// The brands' word marks. Their outlines are a twentieth of all scripts, and each page that was rendered has those it
// shows: the browser takes them from there and fetches them only for a page that came without.
import type { Site } from "@fieldhouse/rules";
import { lazy, Suspense } from "react";

/** Widths of the drawings at a height of 48; a brand that was added has none. */
const widths: Partial<Record<Site, number>> = {
  fieldhouse: 197,
  usgames: 195,
  athleticconnection: 156,
  varsitybrands: 154,
};

let known: Partial<Record<Site, string>> = {};

/** Gives the page renderer what it draws. */
export function drawWith(drawings: Partial<Record<Site, string>>): void {
  known = { ...drawings };
}

/** What a site's mark is drawn of: known to the renderer, found in the page that it wrote. */
function drawingOf(site: Site): string | undefined {
  known[site] ??= globalThis.document?.querySelector(`svg > [data-mark="${site}"]`)?.innerHTML;
  return known[site];
}

const FetchedMark = __PAGE_RENDERER__ ? () => null : lazy(() => import("./FetchedMark"));

/** The mark in the current colour; `name` is what it says. */
export function WordMark({ site, name, className }: { site: Site; name: string; className?: string }) {
  const width = widths[site];
  if (width === undefined) return <WrittenMark name={name} className={className} />;
  const drawing = drawingOf(site);
  return (
    <svg role="img" aria-label={name} viewBox={`0 0 ${width} 48`} className={className}>
      {drawing === undefined ? (
        <Suspense fallback={null}>
          <FetchedMark site={site} />
        </Suspense>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, as the renderer wrote it
        <g data-mark={site} dangerouslySetInnerHTML={{ __html: drawing }} />
      )}
    </svg>
  );
}

/** A mark that nobody drew: the name in the design's letters, as wide as they are on the whole. */
function WrittenMark({ name, className }: { name: string; className?: string }) {
  const width = name.length * 19;
  return (
    <svg role="img" aria-label={name} viewBox={`0 0 ${width} 48`} className={className}>
      <text
        y="35"
        textLength={width}
        lengthAdjust="spacingAndGlyphs"
        className="heading-case fill-current font-heading text-[2.25rem]"
      >
        {name}
      </text>
    </svg>
  );
}
