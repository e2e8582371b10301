// The quick-add drawer 'Quick View' (cart §2, shell §2): a product's picture, facts and variant chooser over the
// page that led to it. Adding closes and clears it and opens the mini-cart.
import type { ProductView } from "@fieldhouse/rules";
import { useMemo, useState } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { usePageApi } from "../../../shared/queries";
import { useQuickView } from "../../../shared/quick-view";
import { useShell } from "../../../shared/site";
import { Drawer } from "../../../ui/Dialog";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { AddToCart } from "../../finding/catalog/AddToCart";
import { sizesOf } from "../../finding/catalog/add-draft";
import { firstVariant } from "../../finding/catalog/first-variant";
import { Picture } from "../../finding/catalog/Picture";
import { ProductHeading } from "../../finding/catalog/ProductHeading";
import { useViewItem } from "../../finding/catalog/track";
import { VariantPickers } from "../../finding/catalog/VariantPickers";
import { usePersonalPrices } from "../pricing/personal-prices";

export default function QuickAdd() {
  const { open, product, closeQuickView } = useQuickView();
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) closeQuickView();
      }}
      title="Quick View"
      className="max-w-2xl!"
    >
      <div className="p-4">{product === "" ? <NoProduct /> : <Looked key={product} slugOrSku={product} />}</div>
    </Drawer>
  );
}

function NoProduct() {
  return <p className="py-10 text-center text-muted">No product defined yet</p>;
}

function Looked({ slugOrSku }: { slugOrSku: string }) {
  const { data, error, isPending, refetch } = usePageApi(apiUrls.product(slugOrSku));
  if (isPending) {
    return (
      <LoadingShape label="Loading the product">
        <div className="grid gap-4 sm:grid-cols-[14rem_1fr]">
          <Skeleton className="aspect-square" />
          <Skeleton className="h-40" />
        </div>
        <Skeleton className="mt-6 h-40" />
      </LoadingShape>
    );
  }
  if (data) return <Panel product={data} />;
  const missing = data === null || (error as { status?: number }).status === 404;
  return missing ? <NoProduct /> : <ErrorState error={error} level={3} onRetry={() => void refetch()} />;
}

function Panel({ product }: { product: ProductView }) {
  const { brand } = useShell();
  const { closeQuickView } = useQuickView();
  const [selected, setSelected] = useState(() => firstVariant(product, ""));
  const variant = product.variants[selected];
  const skus = useMemo(() => (product.callToOrder ? [] : sizesOf(product).map(({ size }) => size.sku)), [product]);
  const personal = usePersonalPrices(skus);
  useViewItem(product, personal);
  return (
    <>
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-[14rem_1fr]">
        {variant ? (
          <Picture
            image={variant.productVariant.defaultImage}
            eager
            sizes="(width < 640px) 100vw, 224px"
            className="aspect-square w-full rounded-brand bg-alt object-contain max-sm:max-h-56"
          />
        ) : null}
        <ProductHeading
          product={product}
          variant={variant}
          phone={brand.callToOrderPhone}
          personal={personal}
          place="panel"
          onFollow={closeQuickView}
        />
      </div>
      <VariantPickers product={product} selected={selected} onSelect={setSelected} />
      {product.callToOrder ? null : (
        <AddToCart
          product={product}
          selected={selected}
          personal={personal}
          onSelect={setSelected}
          quick
          onAdded={closeQuickView}
        />
      )}
    </>
  );
}
