// The panel under a category of the desktop's navigation: its children, the nested panel of the child
// being pointed at or focused, and a spotlight. A pointer on its way to the nested panel may cross other children.
import type { NavigationItemView, TopBrandsView } from "@fieldhouse/rules";
import clsx from "clsx";
import { useRef, useState } from "react";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";
import { useAim } from "./aim";

const below = (item: NavigationItemView) => item.navigation ?? [];

export default function Flyout({ item, onClose }: { item: NavigationItemView; onClose: () => void }) {
  const children = item.navigation ?? [];
  const firstNested = children.findIndex((child) => below(child).length > 0);
  const [active, setActive] = useState(firstNested);
  const nested = useRef<HTMLUListElement>(null);
  const aim = useAim(() => nested.current, "right");
  return (
    <div
      data-flyout=""
      className="absolute inset-x-0 top-full z-40 border-line border-t bg-surface text-ink shadow-2xl"
    >
      <div className="page-width relative flex min-h-72 gap-10 py-7">
        <ul className="w-64 shrink-0 border-line border-r pr-6">
          <li>
            <FlyoutLink href={item.href} onClose={onClose} className="font-bold">
              Shop all {item.title}
            </FlyoutLink>
          </li>
          {children.map((child, index) => (
            <li
              key={child.href}
              data-shown={active === index && below(child).length > 0}
              onPointerEnter={(event) => aim.choose(event, 0, () => setActive(index))}
              onPointerMove={(event) => aim.moved(event, active === index)}
              onFocus={() => setActive(index)}
            >
              <FlyoutLink
                href={child.href}
                newTab={child.newTab}
                onClose={onClose}
                className={clsx(active === index && below(child).length > 0 && "bg-alt", child.accent && "text-accent")}
              >
                {child.title}
                {below(child).length > 0 ? <Icon name="chevron-right" className="ml-auto size-4 text-muted" /> : null}
              </FlyoutLink>
              {active === index && below(child).length > 0 ? (
                <ul
                  ref={nested}
                  className={clsx(
                    "absolute top-7 left-[calc(16rem+64px)] grid w-[min(32rem,100%-42rem)] grid-cols-2 gap-x-4",
                    // Beside it stand the spotlight and, on wide screens, the top brands.
                    item.topBrands && "xl:w-[min(32rem,100%-56rem)]",
                  )}
                >
                  <li className="col-span-2 mb-1">
                    <span className="heading heading-case px-3 text-2xl">{child.title}</span>
                  </li>
                  {below(child).map((leaf) => (
                    <li key={leaf.href}>
                      <FlyoutLink href={leaf.href} newTab={leaf.newTab} onClose={onClose}>
                        {leaf.title}
                      </FlyoutLink>
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          ))}
        </ul>
        {item.topBrands ? <TopBrands brands={item.topBrands} onClose={onClose} /> : null}
        {item.spotlight ? (
          <div className={clsx("w-72 shrink-0", item.topBrands ? "max-xl:ml-auto" : "ml-auto")}>
            <img
              src={item.spotlight.image.href}
              alt={item.spotlight.image.alt}
              width={item.spotlight.image.width}
              height={item.spotlight.image.height}
              className="aspect-4/3 w-full rounded-brand bg-alt object-cover"
            />
            <p className="heading mt-3 text-xl">{item.spotlight.title}</p>
            <ul className="mt-1">
              {item.spotlight.links.map((link) => (
                <li key={link.href}>
                  <Anchor
                    href={link.href}
                    newTab={link.newTab}
                    onClick={onClose}
                    className="inline-flex items-center gap-1.5 py-1 font-semibold text-accent underline-offset-4 hover:underline"
                  >
                    {link.title}
                    <Icon name="arrow-right" className="size-4" />
                  </Anchor>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function TopBrands({ brands, onClose }: { brands: TopBrandsView; onClose: () => void }) {
  return (
    <div className="ml-auto w-44 shrink-0 max-xl:hidden">
      <p className="heading text-xl">{brands.title}</p>
      <ul className="mt-3 grid grid-cols-2 gap-3">
        {brands.brandList.map((brand) => (
          <li key={brand.name}>
            <Anchor
              href={brand.href}
              onClick={onClose}
              className="grid justify-items-center gap-1 rounded-brand-sm p-1 text-center font-semibold text-sm hover:bg-alt"
            >
              <img
                src={brand.img.href}
                alt=""
                width={brand.img.width}
                height={brand.img.height}
                className="size-16 rounded-brand bg-alt object-cover"
              />
              {brand.name}
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FlyoutLinkProps {
  href: string;
  newTab?: boolean;
  onClose: () => void;
  className?: string | undefined;
  children: React.ReactNode;
}

function FlyoutLink({ href, newTab, onClose, className, children }: FlyoutLinkProps) {
  return (
    <Anchor
      href={href}
      newTab={newTab}
      onClick={onClose}
      className={clsx("flex min-h-10 items-center rounded-brand-sm px-3 py-1.5 hover:bg-alt", className)}
    >
      {children}
    </Anchor>
  );
}
