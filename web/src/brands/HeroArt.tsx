// What is drawn behind a hero: each brand's own lines, in the current colour and faint.
import type { Site } from "@fieldhouse/rules";
import type { ReactNode } from "react";

const art: Record<Site, ReactNode> = {
  // A court: centre circle, key, three-point arc.
  fieldhouse: (
    <>
      <path d="M720-20v760M-20 700h1480M-20 40h1480" />
      <circle cx="720" cy="370" r="110" />
      <circle cx="720" cy="370" r="36" />
      <path d="M1460 250h-250v240h250M1210 290a80 80 0 0 0 0 160M1460 110h-130a270 270 0 0 0 0 520h130" />
      <path d="M-20 250h250v240H-20M230 290a80 80 0 0 1 0 160M-20 110h130a270 270 0 0 1 0 520H-20" />
    </>
  ),
  // Balls in the air.
  usgames: (
    <>
      <circle cx="1220" cy="190" r="130" />
      <path d="M1105 130c70 50 160 50 230 0M1105 250c70-50 160-50 230 0M1220 60v260" />
      <circle cx="960" cy="560" r="84" />
      <path d="M890 520c50 30 90 30 140 0M890 600c50-30 90-30 140 0" />
      <circle cx="1390" cy="560" r="60" />
      <circle cx="120" cy="80" r="56" />
      <circle cx="60" cy="620" r="110" />
      <path d="m720 120 14 30 33 4-24 23 6 32-29-16-29 16 6-32-24-23 33-4z" />
    </>
  ),
  // Lanes of a track.
  athleticconnection: (
    <path d="M-40 760C300 500 420 180 760 120s520 40 760-120M-40 840C320 560 460 260 780 200s520 40 780-120M-40 920C340 620 500 340 800 280s520 40 800-120M-40 1000C360 680 540 420 820 360s520 40 820-120" />
  ),
  // Lozenges.
  varsitybrands: (
    <path d="m1080 60 200 310-200 310-200-310zM1080 120l162 250-162 250-162-250zM1440 60l200 310-200 310-200-310zM720 60l200 310-200 310-200-310zM1260-250l200 310-200 310-200-310zM1260 370l200 310-200 310-200-310z" />
  ),
};

export function HeroArt({ design }: { design: Site }) {
  return (
    <svg
      viewBox="0 0 1440 740"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeWidth="5"
      aria-hidden="true"
      className="-z-10 absolute inset-0 size-full opacity-[0.13]"
    >
      {art[design]}
    </svg>
  );
}
