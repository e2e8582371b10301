// Links of the account area (account §2): beside the page, on small screens an accordion 'My Account'.
import { NavLink } from "react-router";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { signOut } from "./api";

/** `/my-account{href}/`, as the content of the navigation gives them. */
const links = [
  { title: "Dashboard", href: "" },
  { title: "Account Information", href: "/account-information" },
  { title: "Address Book", href: "/address-book" },
];

export function AccountNavigation() {
  return (
    <>
      <nav aria-label="My Account" className="max-lg:hidden">
        <p className="heading heading-case text-2xl">My Account</p>
        <Links />
      </nav>
      <details className="accordion group border-line border-y lg:hidden">
        <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 font-semibold text-xl">
          My Account
          <Icon name="chevron-down" className="size-5 transition-transform duration-300 group-open:rotate-180" />
        </summary>
        <nav aria-label="My Account" className="pb-5">
          <Links />
        </nav>
      </details>
    </>
  );
}

function Links() {
  return (
    <>
      <ul className="mt-2">
        {links.map(({ title, href }) => (
          <li key={href}>
            <NavLink
              to={`/my-account${href}/`}
              end={href === ""}
              className={({ isActive }) =>
                `flex min-h-11 items-center underline-offset-4 hover:underline ${isActive ? "font-bold" : ""}`
              }
            >
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
      <Button tone="outline" className="mt-3" onClick={() => void signOut()}>
        Sign Out
      </Button>
    </>
  );
}
