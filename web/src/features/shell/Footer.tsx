// The foot of every page: columns (an accordion on phones), get in touch, social and legal links.
import type { IconLinkView, LinkGroupView } from "@fieldhouse/rules";
import clsx from "clsx";
import { useId, useState } from "react";
import { useShell } from "../../app/site";
import { WordMark } from "../../brands/WordMark";
import { Anchor } from "../../ui/Anchor";
import { Divider } from "../../ui/Divider";
import { Icon, isIconName } from "../../ui/Icon";

export function Footer() {
  const { brand, footer } = useShell();
  return (
    <footer id="footer" className="on-dark bg-footer text-on-footer">
      <div className="page-width grid gap-x-12 pt-12 pb-8 lg:grid-cols-[minmax(16rem,1.2fr)_3fr]">
        <div className="max-lg:mb-8">
          <WordMark site={brand.site} name={brand.name} className="h-11 w-auto" />
          {footer.getInTouchTitle ? <h2 className="heading-case mt-6 text-2xl">{footer.getInTouchTitle}</h2> : null}
          <p className="mt-2 max-w-sm text-footer-soft">{footer.getInTouchDescription}</p>
          <ul className="mt-3">
            {footer.getInTouch.map((item) => (
              <li key={item.link.href}>
                <IconLink item={item} />
              </li>
            ))}
          </ul>
        </div>
        <div className="grid content-start gap-x-8 md:grid-cols-3 md:gap-y-8">
          {footer.navigation.map((group) => (
            <FooterColumn key={group.title} group={group} />
          ))}
        </div>
      </div>
      <div className="border-white/20 border-t">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-5 text-sm">
          <p className="text-footer-soft">{footer.copyright}</p>
          <ul className="flex flex-wrap items-center">
            {footer.legalLinks.map((link, index) => (
              <li key={link.href} className="flex items-center">
                {index > 0 ? <Divider kind={brand.divider} /> : null}
                <Anchor href={link.href} newTab={link.newTab} className="py-2 underline-offset-4 hover:underline">
                  {link.title}
                </Anchor>
              </li>
            ))}
          </ul>
          <ul className="-mx-2 flex">
            {footer.socialIcons.map((item) => (
              <li key={item.link.href}>
                <Anchor
                  href={item.link.href}
                  newTab={item.link.newTab}
                  aria-label={item.link.title}
                  className="grid size-11 place-items-center rounded-brand hover:bg-white/15"
                >
                  {isIconName(item.icon) ? <Icon name={item.icon} /> : item.link.title}
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function IconLink({ item }: { item: IconLinkView }) {
  return (
    <Anchor
      href={item.link.href}
      newTab={item.link.newTab}
      className="inline-flex min-h-11 items-center gap-3 font-semibold underline-offset-4 hover:underline"
    >
      {isIconName(item.icon) ? <Icon name={item.icon} className="size-5" /> : null}
      {item.link.title}
    </Anchor>
  );
}

/** A column; on phones it opens and closes in 300 ms, and stays open where scripts are off. */
function FooterColumn({ group }: { group: LinkGroupView }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="border-white/20 border-t md:border-0">
      <h2 className="text-xl">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-13 w-full items-center justify-between gap-4 text-left md:hidden"
        >
          {group.title}
          <Icon
            name="chevron-down"
            className={clsx("size-5 transition-transform duration-300", open && "rotate-180")}
          />
        </button>
        <span className="max-md:hidden">{group.title}</span>
      </h2>
      <div id={id} data-open={open} className="accordion-panel">
        <ul className="overflow-hidden max-md:pb-3 md:mt-2">
          {group.links.map((link) => (
            <li key={link.href + link.title}>
              <Anchor
                href={link.href}
                newTab={link.newTab}
                className="flex min-h-11 items-center text-footer-soft underline-offset-4 hover:text-on-footer hover:underline md:min-h-8"
              >
                {link.title}
              </Anchor>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
