// The foot of every page: columns (an accordion on phones), get in touch, social and legal links. The brand
// footer and the alternate one differ in what stands beside the columns (shell §2).
import type { FooterView, IconLinkView, LegalLinkView, LinkGroupView, SocialGroupView } from "@fieldhouse/rules";
import clsx from "clsx";
import { useState } from "react";
import { DivisionLogo, OpenLogo, SatisfactionSeal } from "../../../brands/PartnerLogos";
import { WordMark } from "../../../brands/WordMark";
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { Divider } from "../../../ui/Divider";
import { Icon, isIconName } from "../../../ui/Icon";
import { LinkList } from "../../../ui/LinkList";

export default function Footer() {
  const { brand, footer } = useShell();
  return (
    <footer
      id="footer"
      data-theme={footer.themeName || undefined}
      className={clsx("bg-footer text-on-footer", footer.themeName !== "light" && "on-dark")}
    >
      {brand.alternateShell ? <Divisions divisions={footer.divisionLinks ?? []} /> : null}
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
          {brand.satisfactionBadge ? <SatisfactionBadge footer={footer} /> : null}
        </div>
        <div className="grid content-start gap-x-8 md:grid-cols-3 md:gap-y-8">
          {footer.navigation.map((group, nth) => (
            <FooterColumn key={group.title} id={`footer-${nth}`} group={group} />
          ))}
          <SocialGroup group={footer.socialIcons} />
          <SocialGroup group={footer.socialIcons2} />
        </div>
      </div>
      <div className="border-on-footer/20 border-t">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-5 text-sm max-md:pb-20 pointer-coarse:pb-20">
          <p className="text-footer-soft">{footer.copyright}</p>
          <ul className="flex flex-wrap items-center">
            {footer.legalLinks.map((link, index) => (
              <li key={link.title} className="flex items-center">
                <LegalLink link={link} />
                {index < footer.legalLinks.length - 1 ? <Divider kind={brand.divider} /> : null}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

/** A legal link with a class marker points at the footer and carries the class, for whoever listens to it: a
 *  consent window, or the form of that name in the form drawer. */
function LegalLink({ link }: { link: LegalLinkView }) {
  const { formDrawer } = useShell();
  const look = "py-2 underline-offset-4 hover:underline";
  if (!link.className) {
    return (
      <Anchor href={link.href} newTab={link.newTab} className={look}>
        {link.title}
      </Anchor>
    );
  }
  const form = formDrawer?.forms.includes(link.className) ? link.className : undefined;
  return (
    <a href="#footer" className={clsx(look, link.className)} data-open-form-drawer={form}>
      {link.title}
    </a>
  );
}

function SocialGroup({ group }: { group: SocialGroupView | undefined }) {
  if (!group?.links.length) return null;
  return (
    <section aria-label={group.title} className="max-md:border-on-footer/20 max-md:border-t max-md:py-4">
      <h2 className="text-xl">{group.title}</h2>
      <ul className="-ml-2.5 mt-1 flex">
        {group.links.map((item) => (
          <li key={item.link.href}>
            <Anchor
              href={item.link.href}
              newTab={item.link.newTab}
              aria-label={item.link.title}
              className="grid size-11 place-items-center rounded-brand hover:bg-on-footer/15"
            >
              {isIconName(item.icon) ? <Icon name={item.icon} /> : item.link.title}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'Satisfaction guaranteed' with the logos of the two houses behind the brand (shell §1). */
function SatisfactionBadge({ footer }: { footer: FooterView }) {
  return (
    <div className="mt-6">
      <p className="flex items-center gap-3 font-bold text-lg">
        <SatisfactionSeal className="size-12 shrink-0" />
        Satisfaction guaranteed
      </p>
      <ul className="mt-4 flex items-center gap-6">
        {footer.openUrl ? (
          <li>
            <Anchor href={footer.openUrl} newTab className="flex min-h-11 items-center">
              <OpenLogo className="size-11" />
            </Anchor>
          </li>
        ) : null}
        {footer.bsnUrl ? (
          <li>
            <Anchor href={footer.bsnUrl} newTab className="flex min-h-11 items-center">
              <WordMark site="fieldhouse" name="Fieldhouse" className="h-9 w-auto" />
            </Anchor>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

/** The alternate footer's divisions: each with its logo, where there is one, and its links. */
function Divisions({ divisions }: { divisions: readonly LinkGroupView[] }) {
  if (divisions.length === 0) return null;
  return (
    <section aria-label="Divisions" className="border-on-footer/20 border-b">
      <div className="page-width grid gap-8 py-10 md:grid-cols-2">
        {divisions.map((division) => (
          <div key={division.title} className="flex items-start gap-5">
            <DivisionLogo title={division.title} className="size-16 shrink-0" />
            <div>
              <h2 className="heading-case text-2xl">{division.title}</h2>
              <LinkList links={division.links} tone="footer" className="mt-1 flex flex-wrap gap-x-5" />
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}

function IconLink({ item }: { item: IconLinkView }) {
  // What leads nowhere is not shown; who wrote the content finds it in the log (shell §8).
  if (item.link.href === "") {
    console.error("an icon link leads nowhere", item.link.title);
    return null;
  }
  return (
    <Anchor
      href={item.link.href}
      newTab={item.link.newTab}
      className="inline-flex min-h-11 items-center gap-3 font-semibold underline-offset-4 hover:underline"
    >
      {isIconName(item.icon) ? <Icon name={item.icon} className="size-5 shrink-0" /> : null}
      {/* An e-mail is one long word: unbroken it made the page wider than a small window. */}
      <span className="wrap-anywhere">{item.link.title}</span>
    </Anchor>
  );
}

/** A column; on phones it opens and closes in 300 ms, and stays open where scripts are off. */
function FooterColumn({ id, group }: { id: string; group: LinkGroupView }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="border-on-footer/20 border-t md:border-0">
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
        <LinkList links={group.links} tone="footer" className="overflow-hidden max-md:pb-3 md:mt-2" />
      </div>
    </div>
  );
}
