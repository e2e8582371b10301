// The hero with value props (shell §2, §4): a full-height section in one of the brand's colours.
import type { HeroView } from "@fieldhouse/rules";
import clsx from "clsx";
import { useShell } from "../../app/site";
import { HeroArt } from "../../brands/HeroArt";
import { ButtonLink } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { ValueProps } from "./ValueProps";

const grounds: Record<string, string> = {
  black: "bg-black text-white",
  white: "bg-white text-ink",
  primary: "bg-primary text-on-primary",
  secondary: "bg-alt text-ink",
};

const places: Record<string, string> = {
  middle: "items-center justify-center text-center",
  bottom: "items-end justify-center text-center",
  "left-align-middle": "items-center justify-start",
  "right-align-middle": "items-center justify-end",
  "left-align-bottom": "items-end justify-start",
  "right-align-bottom": "items-end justify-end",
};

export function Hero({ hero, first }: { hero: HeroView; first: boolean }) {
  const { brand } = useShell();
  const Heading = first ? "h1" : "h2";
  const dark = hero.selectBackgroundColor === "primary" || hero.selectBackgroundColor === "black";
  const picture = hero.selectHeroBackgroundType === "image" ? hero.imageBackground : null;
  const aside = hero.headerAlignment.startsWith("left") || hero.headerAlignment.startsWith("right");
  return (
    <section
      aria-label={hero.header}
      className={clsx(
        "relative isolate overflow-hidden",
        grounds[hero.selectBackgroundColor] ?? grounds.primary,
        dark && "on-dark",
        hero.selectTextColor === "accent" && "text-accent",
      )}
    >
      <HeroArt site={brand.site} />
      <div
        className={clsx(
          "page-width relative flex min-h-[min(74svh,44rem)] py-12 md:py-16",
          places[hero.headerAlignment] ?? places["left-align-middle"],
          picture && aside && "max-md:flex-col max-md:items-stretch! md:gap-8",
          picture && hero.headerAlignment.startsWith("right") && "flex-row-reverse",
        )}
      >
        <div className={clsx("max-w-2xl", picture && aside && "md:w-1/2 md:shrink-0")}>
          <Heading className="text-[clamp(2.75rem,7vw,5.75rem)] leading-[0.95]! heading-case">{hero.header}</Heading>
          {hero.subtext ? <p className="mt-5 max-w-xl text-lg md:text-xl">{hero.subtext}</p> : null}
          {hero.ctaLink ? (
            <ButtonLink
              href={hero.ctaLink.href}
              newTab={hero.ctaLink.newTab}
              tone="action"
              size="large"
              className="mt-7"
            >
              {hero.ctaLink.title}
              <Icon name="arrow-right" className="size-5" />
            </ButtonLink>
          ) : null}
          <ValueProps props={hero.valueProps} fading={hero.selectValuePropLayout === "vertical fade in"} />
        </div>
        {picture ? (
          <img
            src={picture.href}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
            fetchPriority={first ? "high" : undefined}
            className={clsx(
              aside
                ? "mx-auto max-h-[56svh] min-h-0 min-w-0 flex-1 object-contain drop-shadow-2xl max-md:max-h-[38svh]"
                : "-z-10 absolute inset-0 size-full object-cover opacity-40",
            )}
          />
        ) : null}
      </div>
    </section>
  );
}
