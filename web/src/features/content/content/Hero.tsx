// The hero with value props (shell §2, §4): a full-height section in one of the brand's colours, with a
// scene or a video behind the words, or a picture beside them.
import type { HeroView } from "@fieldhouse/rules";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { HeroArt } from "../../../brands/HeroArt";
import { useShell } from "../../../shared/site";
import { ButtonLink } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { phoneAnimationSpeed, phoneQuery, reducedMotionQuery } from "../../../ui/timings";
import { ValueProps } from "./ValueProps";

/** Ground and, over a scene, the shade that keeps the words readable. */
const grounds: Record<string, { base: string; shade: string; dark: boolean }> = {
  black: { base: "bg-black text-white", shade: "from-black/90 via-black/70", dark: true },
  white: { base: "bg-white text-ink", shade: "from-white/95 via-white/80", dark: false },
  primary: { base: "bg-primary text-on-primary", shade: "from-primary via-primary/80", dark: true },
  secondary: { base: "bg-alt text-ink", shade: "from-alt via-alt/85", dark: false },
};

const places: Record<string, string> = {
  middle: "items-center justify-center text-center",
  bottom: "items-end justify-center text-center",
  "left-align-middle": "items-center justify-start",
  "right-align-middle": "items-center justify-end",
  "left-align-bottom": "items-end justify-start",
  "right-align-bottom": "items-end justify-end",
};

/** On phones above the words, else behind them. */
const sceneClasses = "-z-20 inset-0 w-full object-cover max-md:h-[36svh] md:absolute md:h-full";

const textColors: Record<string, string> = {
  inverse: "text-white",
  accent: "text-accent",
};

export function Hero({ hero, first }: { hero: HeroView; first: boolean }) {
  const { brand } = useShell();
  const Heading = first ? "h1" : "h2";
  const ground = grounds[hero.selectBackgroundColor] ?? { base: "bg-primary text-on-primary", shade: "", dark: true };
  const video = hero.selectHeroBackgroundType === "video" ? hero.videoBackground : null;
  const picture = video ? hero.placeholder : hero.selectHeroBackgroundType === "image" ? hero.imageBackground : null;
  const right = hero.headerAlignment.startsWith("right");
  const centred = !right && !hero.headerAlignment.startsWith("left");
  // A wide picture is a scene and lies behind; a square one stands beside the words.
  const scene = picture && (video || centred || picture.width > picture.height * 1.3) ? picture : null;
  const beside = scene ? null : picture;
  return (
    <section
      aria-label={hero.header}
      className={clsx(
        "band relative isolate mt-0! overflow-hidden",
        ground.base,
        ground.dark && "on-dark",
        textColors[hero.selectTextColor],
      )}
    >
      {video ? <HeroVideo hero={hero} href={video.href} /> : null}
      {scene ? (
        <>
          <img
            src={scene.href}
            alt=""
            width={scene.width}
            height={scene.height}
            fetchPriority={first ? "high" : undefined}
            className={sceneClasses}
          />
          <div
            aria-hidden="true"
            className={clsx(
              "-z-10 absolute inset-0 via-55% to-85% to-transparent max-md:hidden",
              centred ? "md:bg-linear-to-t" : right ? "md:bg-linear-to-l" : "md:bg-linear-to-r",
              ground.shade,
            )}
          />
        </>
      ) : video ? null : (
        <HeroArt design={brand.design} />
      )}
      <div
        className={clsx(
          "page-width relative flex py-8 md:min-h-[calc(100svh-9.75rem)] md:py-16",
          // A scene has the upper part of a phone's window.
          scene || video ? "max-md:min-h-[calc(58svh-9rem)]" : "max-md:min-h-[calc(100svh-9rem)]",
          places[hero.headerAlignment] ?? places["left-align-middle"],
          beside && "gap-8 max-md:flex-col-reverse max-md:items-stretch! max-md:justify-end!",
          beside && right && "flex-row-reverse",
        )}
      >
        <div
          className={clsx(
            "max-w-2xl",
            scene && !centred && "md:max-w-[min(42rem,56%)]",
            beside && "md:w-1/2 md:shrink-0",
          )}
        >
          {hero.logo ? (
            <img
              src={hero.logo.href}
              alt={hero.logo.alt}
              width={hero.logo.width}
              height={hero.logo.height}
              className={clsx(
                "mb-6 w-full object-contain",
                hero.selectLogoSize === "small" ? "max-w-[400px]" : "max-w-[675px]",
                hero.displayAsRectangularLogo ? "aspect-2/1" : "aspect-square max-h-[40svh]",
              )}
            />
          ) : null}
          <Heading className="heading-case text-[clamp(2.75rem,7vw,6rem)] leading-[0.95]!">{hero.header}</Heading>
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
          <div className={clsx(centred && "mx-auto w-fit text-left")}>
            <ValueProps props={hero.valueProps} fading={hero.selectValuePropLayout === "vertical fade in"} />
          </div>
        </div>
        {beside ? (
          <img
            src={beside.href}
            alt={beside.alt}
            width={beside.width}
            height={beside.height}
            fetchPriority={first ? "high" : undefined}
            className="hero-beside mx-auto max-h-[56svh] min-h-0 min-w-0 flex-1 rounded-brand-lg object-contain max-md:max-h-[38svh]"
          />
        ) : null}
      </div>
    </section>
  );
}

/** A silent, endless scene by default; on phones at a quarter of its speed, and not at all for who wants no motion. */
function HeroVideo({ hero, href }: { hero: HeroView; href: string }) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    if (window.matchMedia(reducedMotionQuery).matches) return video.pause();
    if (window.matchMedia(phoneQuery).matches) video.playbackRate = phoneAnimationSpeed;
    // Where the browser refuses, the placeholder stays.
    if (hero.autoplay) void video.play()?.catch(() => undefined);
  }, [hero.autoplay]);
  return (
    <video
      ref={element}
      src={href}
      poster={hero.placeholder?.href}
      loop={hero.loop}
      muted={hero.mute}
      playsInline
      preload="metadata"
      tabIndex={-1}
      className={sceneClasses}
    />
  );
}
