// Logos that stand beside a brand's own: of the divisions, keyed by their titles, and of the two houses the
// games brand belongs with. Our own drawings.
import type { ReactNode } from "react";

const divisions: Record<string, ReactNode> = {
  // A megaphone's cone with three rays.
  "Varsity Spirit": (
    <>
      <path d="M6 20v8l20 9V11z" fill="currentColor" />
      <path d="M11 30v7h6v-4.5M31 17l6-4M32 24h8M31 31l6 4" fill="none" stroke="currentColor" strokeWidth="2.6" />
    </>
  ),
  // A laurel around a star.
  "Varsity Achievement": (
    <>
      <path
        d="M14 9C5 16 5 32 16 39M34 9c9 7 9 23-2 30M9 17l5 3M7 25l6 1M10 33l5-2M39 17l-5 3M41 25l-6 1M38 33l-5-2"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
      />
      <path d="m24 14 3 7 7 .6-5.4 4.7 1.7 7L24 29.5l-6.3 3.8 1.7-7-5.4-4.7 7-.6z" fill="currentColor" />
    </>
  ),
};

/** The logo of a division; nothing for one without a drawing. */
export function DivisionLogo({ title, className }: { title: string; className: string }) {
  const drawing = Object.hasOwn(divisions, title) ? divisions[title] : undefined;
  return drawing ? (
    <svg viewBox="0 0 48 48" role="img" aria-label={`${title} logo`} className={className}>
      {drawing}
    </svg>
  ) : null;
}

/** The open curriculum for physical education: an open ring with a runner's arc. */
export function OpenLogo({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 48 48" role="img" aria-label="Open curriculum" className={className}>
      <path d="M34 9a18 18 0 1 0 5 22" fill="none" stroke="currentColor" strokeWidth="5" strokeLinecap="round" />
      <circle cx="37" cy="16" r="4" fill="currentColor" />
      <path d="M16 30c5-1 9-5 11-11" fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}

/** A seal with a check mark. */
export function SatisfactionSeal({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <path
        d="m24 3 5.3 4 6.5-1 2.4 6.2 6 2.8-1 6.5 3.3 5.7-4.4 4.9.4 6.6-6.3 2-3.4 5.6L24 43.5l-6.8 2.8-3.4-5.6-6.3-2 .4-6.6L3.5 27.2l3.3-5.7-1-6.5 6-2.8L14.2 6l6.5 1z"
        fill="currentColor"
      />
      <path d="m15 24.5 6.5 6.5L34 18.5" fill="none" stroke="var(--brand-footer)" strokeWidth="4" />
    </svg>
  );
}
