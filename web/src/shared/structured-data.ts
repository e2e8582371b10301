// schema.org documents for the page's head.
import { formatCents, type ProductView } from "@fieldhouse/rules";
import type { Crumb } from "../ui/Breadcrumbs";

export function breadcrumbLd(crumbs: readonly Crumb[], origin: string): object {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: crumb.title,
      item: origin + crumb.href,
    })),
  };
}

export function organizationLd(name: string, phone: string, origin: string): object {
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    name,
    url: `${origin}/`,
    contactPoint: { "@type": "ContactPoint", contactType: "customer service", telephone: phone },
  };
}

export function productLd(product: ProductView, origin: string): object {
  const sizes = product.variants.flatMap((variant) => variant.sizes);
  const inStock = sizes.some((size) => !size.unavailable);
  const price = product.yourPrice ?? product.regularPrice;
  const image = product.variants[0]?.images[0] ?? product.variants[0]?.productVariant.defaultImage;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    sku: product.sku,
    description: product.description.join(" "),
    url: origin + product.href,
    ...(image ? { image: [origin + image.href] } : {}),
    ...(product.brand ? { brand: { "@type": "Brand", name: product.brand } } : {}),
    ...(price !== null && !product.callToOrder
      ? {
          offers: {
            "@type": "AggregateOffer",
            priceCurrency: "USD",
            // schema.org wants a bare decimal.
            lowPrice: formatCents(price).replace(/[$,]/g, ""),
            offerCount: sizes.length,
            availability: `https://schema.org/${inStock ? "InStock" : "OutOfStock"}`,
          },
        }
      : {}),
  };
}
