// The product page: gallery, facts and prices, and what is needed to order (cart §2, look).
import type { ProductView } from "@fieldhouse/rules";
import { useMemo, useState } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { PageHead, useOrigin } from "../../../shared/head";
import { later } from "../../../shared/later";
import { usePageApi } from "../../../shared/queries";
import { useShell } from "../../../shared/site";
import { breadcrumbLd, productLd } from "../../../shared/structured-data";
import { Breadcrumbs } from "../../../ui/Breadcrumbs";
import { useParams } from "../../../ui/router";
import { ErrorState } from "../../../ui/States";
import { usePersonalPrices } from "../../buying/pricing/personal-prices";
import { NotFound } from "../../content/content/NotFound";
import { AddToCart } from "./AddToCart";
import { sizesOf } from "./add-draft";
import { firstVariant } from "./first-variant";
import { Gallery } from "./Gallery";
import { ProductHeading } from "./ProductHeading";
import { ProductShape } from "./ProductShape";
import { useViewItem } from "./track";
import { VariantPickers } from "./VariantPickers";

const ProductDetails = later("ProductDetails", () => import("./ProductDetails"));
const ProductRow = later("ProductRow", () => import("./ProductRow"));
const RecentlyViewed = later("RecentlyViewed", () => import("./RecentlyViewed"));

export function ProductPage() {
  const { slugOrSku = "" } = useParams();
  const { data, error, isPending, refetch } = usePageApi(apiUrls.product(slugOrSku));
  if (isPending) return <ProductShape />;
  if (data) return <Product key={data.id} product={data} asked={slugOrSku} />;
  const missing = data === null || (error as { status?: number }).status === 404;
  return missing ? <NotFound /> : <ErrorState error={error} onRetry={() => void refetch()} level={1} />;
}

function Product({ product, asked }: { product: ProductView; asked: string }) {
  const { brand } = useShell();
  const origin = useOrigin();
  const [selected, setSelected] = useState(() => firstVariant(product, asked));
  const variant = product.variants[selected];
  const skus = useMemo(() => (product.callToOrder ? [] : sizesOf(product).map(({ size }) => size.sku)), [product]);
  const personal = usePersonalPrices(skus);
  const crumbs = useMemo(
    () => [
      { title: "Home", href: "/" },
      ...product.categories.map((each) => ({ title: each.name, href: each.href })),
      { title: product.name, href: product.href },
    ],
    [product],
  );
  useViewItem(product, personal);

  return (
    <>
      <PageHead
        title={`${product.name} | ${brand.name}`}
        description={product.description[0] ?? product.subtitle}
        canonical={product.href}
        type="product"
        image={variant?.productVariant.defaultImage.href}
        jsonLd={[productLd(product, origin), breadcrumbLd(crumbs, origin)]}
      />
      <div className="page-width pt-4">
        <Breadcrumbs crumbs={crumbs} divider={brand.divider} />
        <div className="mt-4 gap-x-12 gap-y-8 max-lg:space-y-6 lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <div className="lg:sticky lg:top-4 lg:self-start">
            {variant ? (
              <Gallery key={selected} images={variant.images} fallback={variant.productVariant.defaultImage} />
            ) : null}
          </div>
          <div className="min-w-0">
            <ProductHeading product={product} variant={variant} phone={brand.callToOrderPhone} personal={personal} />
            <VariantPickers product={product} selected={selected} onSelect={setSelected} />
            {product.callToOrder ? null : (
              <AddToCart product={product} selected={selected} personal={personal} onSelect={setSelected} />
            )}
            <ProductDetails product={product} />
          </div>
        </div>
      </div>
      <div className="mt-12">
        <ProductRow title="You may also need" products={product.related} />
        <RecentlyViewed productId={product.id} />
      </div>
    </>
  );
}
