// Links of the account area (account §2): beside the page, on small screens an accordion 'My Account'. A section's
// sub-links open and close; those of the section one is in are open.
import type { SessionView } from "@fieldhouse/rules";
import { useId, useState } from "react";
import { useShell } from "../../../shared/site";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { NavLink, useLocation } from "../../../ui/router";
import { signOut } from "./api";

interface NavigationLink {
  title: string;
  /** What stands between `/my-account` and the last slash. */
  href: string;
}

interface Section extends NavigationLink {
  links?: NavigationLink[];
}

interface Shown {
  session: SessionView;
  certificates: boolean;
}

function sections({ session, certificates }: Shown): Section[] {
  const found: Section[] = [
    { title: "Dashboard", href: "" },
    {
      title: "Account Information",
      href: "/account-information",
      links: [{ title: "Signed-in Devices", href: "/account-information/devices" }],
    },
    { title: "Address Book", href: "/address-book" },
    { title: "Orders", href: "/orders" },
    { title: "Saved Lists", href: "/lists" },
    {
      title: "Order Status",
      href: "/order-status",
      links: certificates ? [{ title: "Certificates", href: "/certificates" }] : [],
    },
  ];
  if (session.decidesOrders) found.push({ title: "Approvals", href: "/approvals" });
  if (session.seesPeople) found.push({ title: "People", href: "/people" });
  if (session.showCertReporting) found.push({ title: "Certificate Reporting", href: "/certificate-reporting" });
  return found;
}

export function AccountNavigation({ session }: { session: SessionView }) {
  const { brand } = useShell();
  const shown = sections({ session, certificates: brand.certificatesNavLink });
  return (
    <>
      <nav aria-label="My Account" className="max-lg:hidden">
        <p className="heading heading-case text-2xl">My Account</p>
        <Sections sections={shown} />
      </nav>
      <details className="accordion group border-line border-y lg:hidden">
        <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 font-semibold text-xl">
          My Account
          <Icon name="chevron-down" className="size-5 transition-transform duration-300 group-open:rotate-180" />
        </summary>
        <nav aria-label="My Account" className="pb-5">
          <Sections sections={shown} />
        </nav>
      </details>
    </>
  );
}

function Sections({ sections }: { sections: Section[] }) {
  return (
    <>
      <ul className="mt-2">
        {sections.map((section) => (
          <li key={section.href}>
            {section.links?.length ? <Collapsible section={section} links={section.links} /> : <Link link={section} />}
          </li>
        ))}
      </ul>
      <Button tone="outline" className="mt-3" onClick={() => void signOut()}>
        Sign Out
      </Button>
    </>
  );
}

function Collapsible({ section, links }: { section: Section; links: NavigationLink[] }) {
  const id = useId();
  const { pathname } = useLocation();
  const inside = [section, ...links].some(({ href }) => `${pathname}/`.startsWith(`/my-account${href}/`));
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? inside;
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <Link link={section} />
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="grid size-11 place-items-center rounded-brand-sm hover:bg-alt"
          onClick={() => setChosen(!open)}
        >
          <Icon name={open ? "chevron-up" : "chevron-down"} className="size-4" />
          <span className="sr-only">Links of {section.title}</span>
        </button>
      </div>
      <ul id={id} hidden={!open} className="border-line border-l-2 pl-4">
        {links.map((link) => (
          <li key={link.href}>
            <Link link={link} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Link({ link: { title, href } }: { link: NavigationLink }) {
  return (
    <NavLink
      to={`/my-account${href}/`}
      end
      className={({ isActive }) =>
        `flex min-h-11 items-center underline-offset-4 hover:underline ${isActive ? "font-bold" : ""}`
      }
    >
      {title}
    </NavLink>
  );
}
