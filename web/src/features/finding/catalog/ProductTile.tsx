// A product in a list or a row (shell §2 'Product tile'): one link to its page.
import { type ProductTileView, swatchRow, tileStockNote } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { getJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { Anchor } from "../../../ui/Anchor";
import { usePersonalPrices } from "../../buying/pricing/personal-prices";
import { QuickViewButton } from "../../buying/quick-add/QuickViewButton";
import { Picture } from "./Picture";
import { PriceTag } from "./PriceTag";
import { Swatch } from "./Swatch";
import { trackSelectItem } from "./track";

const nothing: readonly string[] = [];

interface ProductTileProps {
  tile: ProductTileView;
  /** Name of the list for analytics. */
  listName: string;
  eager?: boolean;
  headingLevel?: 2 | 3;
}

export function ProductTile({ tile, listName, eager = false, headingLevel = 3 }: ProductTileProps) {
  const Heading = `h${headingLevel}` as const;
  const personal = usePersonalPrices(tile.callToOrder ? nothing : [tile.sku]);
  const foresee = useForesight(slugOf(tile.href));
  const swatches = swatchRow(tile.colors.length);
  const stock = tileStockNote(tile.outOfStock);
  return (
    <article className="product-tile group relative flex h-full flex-col">
      <div className="product-picture relative overflow-hidden rounded-brand bg-alt">
        <Picture
          image={tile.defaultImage}
          alt=""
          eager={eager}
          sizes="(width < 768px) 50vw, (width < 1024px) 33vw, 320px"
          className="aspect-square w-full object-cover"
        />
        {tile.flags[0] ? (
          <span className="absolute top-2 left-2 rounded-brand-sm bg-ink px-2 py-0.5 font-semibold text-surface text-xs">
            {tile.flags[0]}
          </span>
        ) : null}
        <QuickViewButton
          product={slugOf(tile.href)}
          name={tile.productText.title}
          onOpen={() => trackSelectItem(listName, tile)}
          className={clsx(
            "absolute right-2 bottom-2 z-20 flex min-h-11 items-center gap-2 rounded-brand bg-surface/95 px-3 font-semibold text-sm shadow",
            "transition-opacity hover:bg-alt focus-visible:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0",
          )}
        />
      </div>
      <div className="flex flex-1 flex-col gap-1 pt-3">
        <p className="text-muted text-xs uppercase tracking-wide">{tile.productText.brand || "–"}</p>
        <Heading className="font-sans! font-semibold! text-[15px] normal-case! leading-snug! tracking-normal!">
          <Anchor
            href={tile.href}
            onPointerEnter={foresee}
            onPointerDown={foresee}
            onFocus={foresee}
            onClick={() => trackSelectItem(listName, tile)}
            className="underline-offset-4 before:absolute before:inset-0 before:z-10 before:rounded-brand group-hover:underline"
          >
            {tile.productText.title}
          </Anchor>
        </Heading>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
          {tile.colors.length > 0 ? (
            <ul
              className="flex items-center gap-1"
              aria-label={tile.colors.length === 1 ? "1 color" : `${tile.colors.length} colors`}
            >
              {tile.colors.slice(0, swatches.shown).map((color) => (
                <li key={color.title} className="flex">
                  <Swatch hex={color.hex} />
                  <span className="sr-only">{color.alt}</span>
                </li>
              ))}
              {swatches.overflow ? <li>{swatches.overflow}</li> : null}
            </ul>
          ) : null}
          {tile.sizes > 0 ? <span>{tile.sizes === 1 ? "1 size" : `${tile.sizes} sizes`}</span> : null}
        </div>
        <div className="mt-auto pt-1">
          <PriceTag
            personal={personal}
            sku={tile.sku}
            regular={tile.price.regularPrice}
            discounted={tile.price.discountedPrice}
            unitOfMeasure={tile.unitOfMeasure}
            callToOrder={tile.callToOrder}
            from={tile.price.from}
          />
          {stock ? <p className="font-medium text-warn text-xs">{stock}</p> : null}
        </div>
      </div>
    </article>
  );
}

/** What the product's page is made of comes while the pointer, or the focus, is on its way: a press finds it there. */
function useForesight(slug: string): () => void {
  const client = useQueryClient();
  const url = apiUrls.product(slug);
  return () => {
    // A shopper who saves data gets what they ask for.
    const line = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
    if (line?.saveData) return;
    void client.prefetchQuery({ queryKey: [url], queryFn: ({ signal }) => getJson(url, signal) });
  };
}

/** The slug in `/p/{slug}/`. */
function slugOf(href: string): string {
  return decodeURIComponent(href.split("/")[2] ?? "");
}
