// Pages made of content blocks: home, and text pages such as `/about-us/`.
import type { BlockView, PageView } from "@fieldhouse/rules";
import { useParams } from "react-router";
import { contentFresh, useApi } from "../../api/queries";
import { apiUrls } from "../../api/urls";
import { PageHead, useOrigin } from "../../app/head";
import { paths } from "../../app/paths";
import { useShell } from "../../app/site";
import { organizationLd } from "../../app/structured-data";
import { Accordion } from "../../ui/Accordion";
import { Breadcrumbs } from "../../ui/Breadcrumbs";
import { LoadingShape, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { ProductRow } from "../catalog/ProductRow";
import { RecentlyViewed } from "../catalog/RecentlyViewed";
import { HostedForm } from "../forms/HostedForm";
import { NewsletterBand } from "../newsletter/NewsletterBand";
import { ReportFrame } from "../reports/ReportFrame";
import { ArticleCards, CardGrid, CategoriesCarousel, MessagesCarousel, PromoBanner } from "./Blocks";
import { Hero } from "./Hero";
import { MarketingTiles } from "./MarketingTiles";
import { NotFound } from "./NotFound";

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
  const { data, error, isPending, refetch } = useApi<PageView | null>(apiUrls.page(slug), { staleTime: contentFresh });
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
          <Breadcrumbs
            divider={brand.divider}
            crumbs={[
              { title: "Home", href: paths.home },
              ...(article ? [{ title: "Learning corner", href: "/learning-corner/" }] : []),
              { title: page.title, href: path },
            ]}
          />
          <h1 className="mt-4 max-w-4xl text-4xl md:text-6xl">{page.title}</h1>
        </div>
      )}
      {page.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks never change places while shown
        <Block key={index} block={block} first={index === 0} home={home} />
      ))}
      {home ? <RecentlyViewed /> : null}
    </>
  );
}

function Block({ block, first, home }: { block: BlockView; first: boolean; home: boolean }) {
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
      return <NewsletterBand newsletter={block.newsletter} />;
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
        <section aria-label={block.title} className="mt-8 bg-alt">
          <div className="page-width gap-16 py-12 md:grid md:grid-cols-[2fr_3fr] md:py-16">
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
