// Smaller content blocks: card grid, categories carousel, messaging carousel, promo banner, articles
// (shell §2 'Marketing blocks').
import type { ArticleCardView, BlockView, CardView } from "@fieldhouse/rules";
import clsx from "clsx";
import { useId, useState } from "react";
import { useClubSelect } from "../../../shared/club-select";
import { Anchor } from "../../../ui/Anchor";
import { ButtonLink, IconButton } from "../../../ui/Button";
import { Icon, isIconName } from "../../../ui/Icon";
import { SectionHead } from "../../../ui/SectionHead";
import { useScroller } from "../../../ui/use-scroller";

type Of<Kind extends BlockView["kind"]> = Extract<BlockView, { kind: Kind }>;

export function CardGrid({ title, cards }: { title: string; cards: readonly CardView[] }) {
  return (
    <section aria-label={title || undefined} className="page-width section">
      {title ? <SectionHead title={title} /> : null}
      <ul
        className={clsx(
          "grid gap-4 md:gap-6",
          // Rows of three are full wherever three fit.
          cards.length % 3 === 0 ? "md:grid-cols-3" : "sm:grid-cols-2 lg:grid-cols-3",
        )}
      >
        {cards.map((card) => (
          <li key={card.title}>
            <Card card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ card }: { card: CardView }) {
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-brand-lg border border-line bg-surface">
      {card.image ? (
        <img
          src={card.image.href}
          alt={card.image.alt}
          width={card.image.width}
          height={card.image.height}
          loading="lazy"
          className="aspect-5/3 w-full bg-alt object-contain p-4"
        />
      ) : card.icon && isIconName(card.icon) ? (
        <Icon name={card.icon} className="m-5 mb-0 size-9 text-accent" />
      ) : null}
      <div className="flex flex-1 flex-col p-5">
        <h3 className="text-2xl">{card.title}</h3>
        <p className="mt-2 text-muted">{card.text}</p>
        {card.link ? (
          <p className="mt-auto pt-4">
            <Anchor
              href={card.link.href}
              newTab={card.link.newTab}
              aria-label={`${card.link.title}: ${card.title}`}
              className="inline-flex items-center gap-1.5 font-semibold text-accent underline-offset-4 before:absolute before:inset-0 group-hover:underline"
            >
              {card.link.title}
              <Icon name="arrow-right" className="size-4" />
            </Anchor>
          </p>
        ) : null}
      </div>
    </article>
  );
}

/** The articles of the learning corner. */
export function ArticleCards({ title, articles }: { title: string; articles: readonly ArticleCardView[] }) {
  const cards = articles.map(({ title: heading, description, href, image }) => ({
    title: heading,
    text: description,
    link: { href, title: "Read on", newTab: false },
    image: image ? { ...image, alt: "" } : null,
    icon: "",
  }));
  return <CardGrid title={title} cards={cards} />;
}

export function CategoriesCarousel({ section }: { section: Of<"categories"> }) {
  const clubSelect = useClubSelect();
  const { viewport, scroll } = useScroller<HTMLUListElement>();
  return (
    <section aria-label={section.title} className={clsx(clubSelect && "on-dark bg-footer text-on-footer")}>
      <div className="page-width section">
        <SectionHead title={section.title}>
          <span className="flex max-lg:hidden">
            <IconButton
              icon="chevron-left"
              label="Scroll left"
              onClick={() => scroll(-1)}
              className={clubSelect ? "text-on-footer hover:bg-white/15" : undefined}
            />
            <IconButton
              icon="chevron-right"
              label="Scroll right"
              onClick={() => scroll(1)}
              className={clubSelect ? "text-on-footer hover:bg-white/15" : undefined}
            />
          </span>
        </SectionHead>
        <ul
          ref={viewport}
          className="-mx-4 grid snap-x auto-cols-[40%] grid-flow-col gap-4 overflow-x-auto scroll-px-4 px-4 pb-2 sm:auto-cols-[26%] md:mx-0 md:gap-6 md:px-0 lg:snap-none lg:auto-cols-[17%]"
        >
          {section.categories.map((category) => (
            <li key={category.link.href} className="snap-start">
              <Anchor href={category.link.href} newTab={category.link.newTab} className="group block text-center">
                <span className="category-picture block overflow-hidden rounded-full bg-alt">
                  <img
                    src={category.image.href}
                    alt=""
                    width={category.image.width}
                    height={category.image.height}
                    loading="lazy"
                    className="aspect-square w-full object-cover"
                  />
                </span>
                <span className="mt-3 block font-semibold underline-offset-4 group-hover:underline">
                  {category.label}
                </span>
              </Anchor>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** One message at a time; the visitor turns them, nothing moves by itself. */
export function MessagesCarousel({ section }: { section: Of<"messages"> }) {
  const [at, setAt] = useState(0);
  const id = useId();
  const count = section.messages.length;
  const message = section.messages[at % Math.max(count, 1)];
  if (!message) return null;
  const go = (by: number) => {
    setAt((before) => (before + by + count) % count);
  };
  return (
    <section aria-label={section.title} aria-roledescription="carousel" className="border-line border-b bg-alt">
      <div className="page-width flex min-h-14 items-center justify-center gap-2 py-1 text-center">
        {count > 1 ? (
          <IconButton icon="chevron-left" label="Previous message" aria-controls={id} onClick={() => go(-1)} />
        ) : null}
        <p id={id} aria-live="polite" className="min-w-0 flex-1 py-1 md:max-w-3xl">
          <span className="font-medium">{message.text}</span>{" "}
          {message.link ? (
            <Anchor
              href={message.link.href}
              newTab={message.link.newTab}
              className="inline-block py-1 font-semibold underline underline-offset-4"
            >
              {message.link.title}
            </Anchor>
          ) : null}
        </p>
        {count > 1 ? (
          <IconButton icon="chevron-right" label="Next message" aria-controls={id} onClick={() => go(1)} />
        ) : null}
      </div>
    </section>
  );
}

/** A promo banner; on club-select pages in a scheme of its own. */
export function PromoBanner({ banner }: { banner: Of<"banner"> }) {
  const clubSelect = useClubSelect();
  return (
    <section
      aria-label={banner.title}
      className={clsx("band", clubSelect ? "on-dark bg-primary text-on-primary" : "bg-highlight")}
    >
      <div className="page-width flex flex-wrap items-center justify-between gap-6 py-8">
        <div className="max-w-2xl">
          <h2 className="heading-case text-3xl">{banner.title}</h2>
          <p className="mt-2 text-lg">{banner.text}</p>
        </div>
        {banner.cta ? (
          <ButtonLink
            href={banner.cta.href}
            newTab={banner.cta.newTab}
            tone={clubSelect ? "inverse" : "primary"}
            size="large"
          >
            {banner.cta.title}
          </ButtonLink>
        ) : null}
      </div>
    </section>
  );
}
