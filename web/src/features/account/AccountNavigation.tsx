// Links of the account area (account §2): beside the page, on small screens an accordion 'My Account'.
import { NavLink } from "react-router";
import { Accordion } from "../../ui/Accordion";
import { Button } from "../../ui/Button";
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
      <div className="lg:hidden">
        <Accordion
          items={[
            {
              key: "account",
              title: "My Account",
              content: (
                <nav aria-label="My Account">
                  <Links />
                </nav>
              ),
            },
          ]}
        />
      </div>
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
