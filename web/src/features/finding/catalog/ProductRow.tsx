// A titled row of products: scrolls sideways on phones, four across on wide screens.
import type { ProductTileView } from "@fieldhouse/rules";
import { Kept } from "../../../shared/kept";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";
import { SectionHead } from "../../../ui/SectionHead";
import { ProductTile } from "./ProductTile";

interface ProductRowProps {
  title: string;
  products: readonly ProductTileView[];
  /** Where all of them are. */
  allHref?: string;
}

export default function ProductRow({ title, products, allHref }: ProductRowProps) {
  if (products.length === 0) return null;
  return (
    <section aria-label={title} className="page-width section later">
      <SectionHead title={title}>
        {allHref ? (
          <Anchor
            href={allHref}
            aria-label={`Shop all ${title}`}
            className="flex shrink-0 items-center gap-1.5 py-2 font-semibold underline-offset-4 hover:underline"
          >
            Shop all
            <Icon name="arrow-right" className="size-4" />
          </Anchor>
        ) : null}
      </SectionHead>
      <ul className="-mx-4 grid snap-x scroll-px-4 auto-cols-[62%] grid-flow-col gap-4 overflow-x-auto px-4 pt-1.5 pb-2 md:-mx-1.5 md:scroll-px-1.5 md:auto-cols-[30%] md:gap-6 md:px-1.5 lg:auto-cols-[calc((100%-72px)/4)]">
        {products.slice(0, 8).map((tile) => (
          <Kept as="li" key={tile.pid} className="snap-start" of={["row", tile]}>
            <ProductTile tile={tile} listName={title} />
          </Kept>
        ))}
      </ul>
    </section>
  );
}
