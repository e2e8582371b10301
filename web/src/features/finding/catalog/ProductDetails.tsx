// Description, features, specifications and warnings, readable without scripts.
import type { ProductView } from "@fieldhouse/rules";
import type { ReactNode } from "react";
import { Icon } from "../../../ui/Icon";

export default function ProductDetails({ product }: { product: ProductView }) {
  const facts = [
    ...(product.manufacturer ? [{ name: "Manufacturer", value: product.manufacturer }] : []),
    ...product.attributes.map((attribute) => ({ name: spoken(attribute.name), value: attribute.value })),
  ];
  return (
    <div className="mt-8 divide-y divide-line border-line border-y">
      {product.description.length > 0 || product.features.length > 0 ? (
        <Part title="Description" open>
          {product.description.map((paragraph) => (
            <p key={paragraph} className="mb-3 max-w-prose">
              {paragraph}
            </p>
          ))}
          <ul className="list-disc space-y-1 pl-5 marker:text-accent">
            {product.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </Part>
      ) : null}
      {facts.length > 0 ? (
        <Part title="Specifications">
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
            {facts.map((fact) => (
              <div key={fact.name} className="contents">
                <dt className="text-muted">{fact.name}</dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
          </dl>
        </Part>
      ) : null}
      {product.warnings.length > 0 ? (
        <Part title="Warnings" open>
          {product.warnings.map((warning) => (
            <p key={warning} className="flex gap-2">
              <Icon name="attention" className="size-5 text-warn" />
              {warning}
            </p>
          ))}
        </Part>
      ) : null}
    </div>
  );
}

function Part({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="accordion group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
        <h2 className="heading-case text-2xl">{title}</h2>
        <Icon name="chevron-down" className="size-5 transition-transform duration-300 group-open:rotate-180" />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  );
}

/** `powerSource` as 'Power source'. */
function spoken(name: string): string {
  const words = name.replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
