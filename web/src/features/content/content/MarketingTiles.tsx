// A marketing tile section (shell §2, §4): a row when there are more than 3 tiles, scrolled in steps of
// 150 by arrows on desktops, where nothing snaps: it would turn the steps into whole tiles.
import type { BlockView } from "@fieldhouse/rules";
import clsx from "clsx";
import { Anchor } from "../../../ui/Anchor";
import { ButtonLink, IconButton } from "../../../ui/Button";
import { SectionHead } from "../../../ui/SectionHead";
import { tilesBeforeMove, tilesBeforeRow } from "../../../ui/timings";
import { useScroller } from "../../../ui/use-scroller";

type Section = Extract<BlockView, { kind: "tiles" }>;

export function MarketingTiles({ section }: { section: Section }) {
  const { viewport, scroll } = useScroller<HTMLUListElement>();
  const inRow = section.tiles.length > tilesBeforeRow;
  const cta = section.cta ? (
    <ButtonLink href={section.cta.href} newTab={section.cta.newTab} tone="outline">
      {section.cta.title}
    </ButtonLink>
  ) : null;
  return (
    <section aria-label={section.title} className="page-width section">
      <SectionHead title={section.title} text={section.description}>
        {section.ctaAlignment === "top" ? cta : null}
        {inRow ? (
          <span className="flex max-lg:hidden">
            <IconButton icon="chevron-left" label="Scroll left" onClick={() => scroll(-1)} />
            <IconButton icon="chevron-right" label="Scroll right" onClick={() => scroll(1)} />
          </span>
        ) : null}
      </SectionHead>
      <ul
        ref={viewport}
        className={clsx(
          inRow
            ? "-mx-4 grid snap-x scroll-px-4 auto-cols-[44%] grid-flow-col gap-4 overflow-x-auto px-4 pb-2 md:mx-0 md:scroll-px-0 md:auto-cols-[29%] md:gap-6 md:px-0 lg:snap-none lg:auto-cols-[22%]"
            : "grid gap-4 md:grid-cols-3 md:gap-6",
        )}
      >
        {section.tiles.map((tile) => (
          <li key={tile.link.href + tile.label} className="snap-start">
            <Anchor
              href={tile.link.href}
              newTab={tile.link.newTab}
              className="marketing-tile group block overflow-hidden rounded-brand-lg bg-alt"
            >
              <span
                className={clsx(
                  "block overflow-hidden",
                  section.tileShape === "4:5" ? "aspect-4/5" : "aspect-square",
                  !inRow && "max-md:aspect-video",
                )}
              >
                <img
                  src={tile.image.href}
                  alt=""
                  width={tile.image.width}
                  height={tile.image.height}
                  loading="lazy"
                  className="size-full object-cover"
                />
              </span>
              <span className="marketing-tile-label heading heading-case block bg-primary px-4 py-3 text-on-primary text-xl underline-offset-4 group-hover:underline md:text-2xl">
                {tile.label}
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
      {section.ctaAlignment === "bottom" && cta ? (
        <div className={clsx("mt-6 flex", section.tiles.length > tilesBeforeMove ? "justify-start" : "justify-center")}>
          {cta}
        </div>
      ) : null}
    </section>
  );
}
