// Pages made of content blocks: home, and text pages such as `/about-us/`.
import type { BlockView, PageView } from "@fieldhouse/rules";
import { apiUrls } from "../../../shared/endpoints";
import { PageHead, useOrigin } from "../../../shared/head";
import { later } from "../../../shared/later";
import { paths } from "../../../shared/paths";
import { contentFresh, usePageApi } from "../../../shared/queries";
import { useShell } from "../../../shared/site";
import { organizationLd } from "../../../shared/structured-data";
import { Accordion } from "../../../ui/Accordion";
import { Breadcrumbs } from "../../../ui/Breadcrumbs";
import { useParams } from "../../../ui/router";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { ArticleCards, CardGrid, CategoriesCarousel, MessagesCarousel, PromoBanner } from "./Blocks";
import { Hero } from "./Hero";
import { MarketingTiles } from "./MarketingTiles";
import { NotFound } from "./NotFound";
import { ReadingAside } from "./ReadingAside";
import { Departments, Feature, Panels, Shortcuts, Steps } from "./Sections";

const ProductRow = later("ProductRow", () => import("../../finding/catalog/ProductRow"));
const RecentlyViewed = later("RecentlyViewed", () => import("../../finding/catalog/RecentlyViewed"));
const ReportFrame = later("ReportFrame", () => import("../../people/reports/ReportFrame"));
const HostedForm = later("HostedForm", () => import("../forms/HostedForm"));
const NewsletterBand = later("NewsletterBand", () => import("../newsletter/NewsletterBand"));

export function HomePage() {
  return <ContentPage slug="home" />;
}

/** An article of the learning corner. */
export function ArticlePage() {
  const { article = "" } = useParams();
  return <ContentPage slug={`learning-corner/${article}`} />;
}

export function TextPage() {
  const { slug = "" } = useParams();
  return <ContentPage slug={slug} />;
}

function ContentPage({ slug }: { slug: string }) {
  const { data, error, isPending, refetch } = usePageApi(apiUrls.page(slug), { staleTime: contentFresh });
  if (isPending) return <PageShape home={slug === "home"} />;
  if (data) return <Page page={data} />;
  const missing = data === null || (error as { status?: number }).status === 404;
  return missing ? <NotFound /> : <ErrorState error={error} onRetry={() => void refetch()} level={1} />;
}

function Page({ page }: { page: PageView }) {
  const { brand } = useShell();
  const origin = useOrigin();
  const home = page.slug === "home";
  const article = page.contentType === "page_content";
  const path = home ? paths.home : `/${page.slug}/`;
  const hasHero = page.blocks.some((block) => block.kind === "hero");
  return (
    <>
      <PageHead
        title={home ? page.title : `${page.title} | ${brand.name}`}
        description={page.description}
        canonical={path}
        jsonLd={home ? [organizationLd(brand.name, brand.callToOrderPhone, origin)] : []}
      />
      {hasHero ? null : (
        <div className="page-width pt-4">
          {home ? null : (
            <Breadcrumbs
              divider={brand.divider}
              crumbs={[
                { title: "Home", href: paths.home },
                ...(article ? [{ title: "Learning corner", href: "/learning-corner/" }] : []),
                { title: page.title, href: path },
              ]}
            />
          )}
          <h1 className="mt-4 max-w-4xl text-4xl md:text-6xl">{page.title}</h1>
        </div>
      )}
      {home
        ? page.blocks.map((block, index) => <Block key={keyOf(block, index)} block={block} first={index === 0} home />)
        : stretches(page.blocks).map((stretch, index) => (
            <Stretch key={keyOf(stretch[0], index)} blocks={stretch} aside={index === firstReading(page.blocks)} />
          ))}
      {home && !page.blocks.some((block) => block.kind === "newsletter") ? <RecentlyViewed /> : null}
    </>
  );
}

const keyOf = (block: BlockView | undefined, index: number) => `${block?.kind} ${index}`;

/** Blocks that are read; all others take the whole width. */
const reading: readonly BlockView["kind"][] = ["text", "html", "form", "accordion"];
const isReading = (block: BlockView | undefined) => block !== undefined && reading.includes(block.kind);

/** Blocks in the order of the page, what is read in one piece together. */
function stretches(blocks: readonly BlockView[]): BlockView[][] {
  const found: BlockView[][] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    if (last && isReading(block) && isReading(last[0])) last.push(block);
    else found.push([block]);
  }
  return found;
}

const firstReading = (blocks: readonly BlockView[]) => stretches(blocks).findIndex(([block]) => isReading(block));

/** A stretch of a page of text: the first one that is read has the ways to a person beside it. */
function Stretch({ blocks, aside }: { blocks: readonly BlockView[]; aside: boolean }) {
  const content = blocks.map((block, index) => <Block key={keyOf(block, index)} block={block} />);
  if (!aside) return content;
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 py-2 lg:grid-cols-[minmax(0,48rem)_minmax(18rem,1fr)] lg:[&_.page-width]:px-0 max-lg:px-0">
      <div>{content}</div>
      <div className="max-lg:page-width lg:ml-auto lg:w-full lg:max-w-sm lg:py-6">
        <ReadingAside />
      </div>
    </div>
  );
}

function Block({ block, first = false, home = false }: { block: BlockView; first?: boolean; home?: boolean }) {
  switch (block.kind) {
    case "hero":
      return <Hero hero={block.hero} first={first} />;
    case "tiles":
      return <MarketingTiles section={block} />;
    case "products":
      return (
        <ProductRow
          title={block.title}
          products={block.products ?? []}
          {...(block.category ? { allHref: `/c/${block.category}/` } : {})}
        />
      );
    case "cards":
      return <CardGrid title={block.title} cards={block.cards} />;
    case "categories":
      return <CategoriesCarousel section={block} />;
    case "messages":
      return <MessagesCarousel section={block} />;
    case "accordion":
      return (
        <section className="page-width py-6">
          <h2 className="mb-3 text-3xl">{block.title}</h2>
          <div className="max-w-3xl">
            <Accordion
              parts={block.items.map((item) => ({
                title: item.title,
                content: item.paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>),
              }))}
            />
          </div>
        </section>
      );
    case "banner":
      return <PromoBanner banner={block} />;
    case "newsletter":
      return (
        <>
          {home ? <RecentlyViewed /> : null}
          <NewsletterBand newsletter={block.newsletter} />
        </>
      );
    case "feature":
      return <Feature feature={block} />;
    case "steps":
      return <Steps section={block} />;
    case "shortcuts":
      return <Shortcuts section={block} />;
    case "departments":
      return <Departments section={block} />;
    case "panels":
      return <Panels section={block} />;
    case "form":
      return block.form ? (
        <section className="page-width py-6">
          <div className="max-w-2xl rounded-brand-lg border border-line p-5 md:p-8">
            <HostedForm form={block.form} />
          </div>
        </section>
      ) : null;
    case "articles":
      return <ArticleCards title={block.title} articles={block.articles ?? []} />;
    case "frame":
      return <ReportFrame title={block.title} href={block.href} />;
    case "html":
      return (
        <section className="page-width py-6">
          <div className="max-w-3xl">
            {block.title ? <h2 className="mb-3 text-3xl">{block.title}</h2> : null}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server took out all but harmless elements */}
            <div className="formatted text-lg leading-relaxed" dangerouslySetInnerHTML={{ __html: block.html }} />
          </div>
        </section>
      );
    case "text":
      return home ? (
        <section aria-label={block.title} className="band bg-alt">
          <div className="home-words page-width gap-16 py-12 md:grid md:grid-cols-[2fr_3fr] md:py-16">
            <h2 className="heading-case text-4xl md:text-5xl">{block.title}</h2>
            <div className="max-md:mt-4">
              {block.paragraphs.map((paragraph) => (
                <p key={paragraph} className="mb-4 max-w-prose text-lg leading-relaxed">
                  {paragraph}
                </p>
              ))}
            </div>
          </div>
        </section>
      ) : (
        <section className="page-width py-6">
          <div className="max-w-3xl">
            {block.title ? <h2 className="mb-3 text-3xl">{block.title}</h2> : null}
            {block.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mb-4 text-lg leading-relaxed">
                {paragraph}
              </p>
            ))}
          </div>
        </section>
      );
  }
}

function PageShape({ home }: { home: boolean }) {
  return (
    <LoadingShape label="Loading page">
      {home ? <Skeleton className="h-[60vh] rounded-none" /> : null}
      <div className="page-width space-y-4 pt-8">
        <Skeleton className="h-12 w-80" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-40 rounded-brand" />
      </div>
    </LoadingShape>
  );
}
