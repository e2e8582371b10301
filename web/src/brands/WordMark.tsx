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

interface WordMarkProps {
  site: Site;
  /** What it says to who does not see it. */
  name: string;
  /** What is written where nothing is drawn; else its name. */
  written?: string;
  className?: string;
}

/** The mark in the current colour. */
export function WordMark({ site, name, written = name, className }: WordMarkProps) {
  const width = widths[site];
  if (width === undefined) return <WrittenMark name={name} written={written} className={className} />;
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

/** As wide as the drawn marks get. */
const widest = 200;

/** A mark that nobody drew: the name in the design's letters, which a long name makes smaller. */
function WrittenMark({ name, written, className }: { name: string; written: string; className?: string }) {
  const width = Math.min(written.length * 18, widest);
  return (
    <svg role="img" aria-label={name} viewBox={`0 0 ${width} 48`} className={className}>
      <text
        y="50%"
        dominantBaseline="central"
        textLength={width}
        lengthAdjust="spacingAndGlyphs"
        fontSize={width / written.length / 0.52}
        className="heading-case fill-current font-heading"
      >
        {written}
      </text>
    </svg>
  );
}
