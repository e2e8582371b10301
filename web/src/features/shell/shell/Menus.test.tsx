// The phone's menu, the footer, and links that open the contact panel.
import type { ShellView } from "@fieldhouse/rules";
import { beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { shell } from "../../../../test/cart-samples";
import { renderPage } from "../../../../test/render-page";
import { stubApi } from "../../../../test/stub-api";
import { Anchor } from "../../../ui/Anchor";
import ChatLinks from "./ChatLinks";
import Footer from "./Footer";
import MobileMenu from "./MobileMenu";

const link = (title: string, href: string) => ({ title, href, newTab: false });
const item = (title: string, navigation: ShellView["navigation"] = []) => ({
  ...link(title, `/c/${title.toLowerCase()}/`),
  accent: false,
  navigation,
  spotlight: null,
});
const filled: ShellView = {
  ...shell,
  help: [link("Contact us", "/contact-us/")],
  navigation: [item("Football", [item("Practice", [item("Jerseys")]), item("Pads")]), item("Sale")],
  footer: {
    ...shell.footer,
    navigation: [{ title: "Help", links: [link("Shipping", "/shipping/")] }],
    socialIcons: {
      title: "Follow us",
      links: [{ link: link("Follow the club", "https://club.example/"), icon: "unknown" }],
    },
    getInTouchTitle: "Talk to a person",
    getInTouchDescription: "Weekdays 8 to 6",
    getInTouch: [
      { link: link("1-800-555-0142", "tel:+18005550142"), icon: "phone" },
      { link: link("Chat", "#chat"), icon: "chat" },
    ],
    legalLinks: [link("Privacy", "/privacy/"), link("Terms", "/terms/")],
    copyright: "© Fieldhouse",
  },
};

beforeEach(() => void stubApi());

function Menu() {
  const [open, setOpen] = useState(true);
  return <MobileMenu open={open} onOpenChange={setOpen} />;
}

test("the phone's menu fills the window, drills in and back, and closes", async () => {
  renderPage(<Menu />, "/", filled);
  const menu = await screen.findByRole("dialog", { name: "Menu" });
  await waitFor(() => expect(document.documentElement.style.overflowY).toBe("hidden"));
  expect(within(menu).getByRole("link", { name: "Contact us" }).getAttribute("href")).toBe("/contact-us/");
  await userEvent.click(within(menu).getByRole("button", { name: "Football" }));
  expect(screen.getByRole("dialog", { name: "Football" })).toBe(menu);
  expect(within(menu).getByRole("link", { name: "Shop all Football" }).getAttribute("href")).toBe("/c/football/");
  expect(within(menu).queryByRole("link", { name: "Sale" })).toBeNull();
  await userEvent.click(within(menu).getByRole("button", { name: "Practice" }));
  expect(within(menu).getByRole("link", { name: "Jerseys" })).toBeTruthy();
  await userEvent.click(within(menu).getByRole("button", { name: "Back to Football" }));
  await userEvent.click(within(menu).getByRole("button", { name: "Back to menu" }));
  expect(within(menu).getByRole("link", { name: "Sale" })).toBeTruthy();
  await userEvent.click(within(menu).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("Back leads one level up; what else leaves levels takes their entries along", async () => {
  const page = renderPage(<Menu />, "/", filled);
  const menu = await screen.findByRole("dialog", { name: "Menu" });
  const level = () => (history.state as { over?: number } | null)?.over;
  const press = (name: string) => userEvent.click(within(menu).getByRole("button", { name }));
  const shows = (name: string) => waitFor(() => expect(screen.getByRole("dialog", { name })).toBe(menu));
  expect(level()).toBe(1);
  await press("Football");
  await press("Practice");
  expect(level()).toBe(3);
  history.back();
  await shows("Football");
  expect(level()).toBe(2);
  // The menu's own way back.
  await press("Back to menu");
  await shows("Menu");
  await waitFor(() => expect(level()).toBe(1));
  // Several at once, as from the list of a long press.
  await press("Football");
  await press("Practice");
  history.go(-2);
  await shows("Menu");
  expect(level()).toBe(1);
  // A page that is gone to follows the one that the menu was opened on.
  await press("Football");
  await userEvent.click(within(menu).getByRole("link", { name: "Shop all Football" }));
  await waitFor(() => expect(page.address()).toBe("/c/football/"));
  expect(level()).toBeUndefined();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("following a link closes the phone's menu", async () => {
  const page = renderPage(<Menu />, "/", filled);
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("link", { name: "Sale" }));
  expect(page.address()).toBe("/c/sale/");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("what content opens in a new tab does so from the phone's menu and the footer too", async () => {
  const tab = (title: string) => ({ ...link(title, `https://club.example/${title}`), newTab: true });
  const content: ShellView = {
    ...filled,
    help: [tab("Size charts"), ...filled.help],
    navigation: [{ ...item("Team"), newTab: true }, ...filled.navigation],
    footer: {
      ...filled.footer,
      navigation: [{ title: "Help", links: [tab("Returns"), link("Shipping", "/shipping/")] }],
      getInTouch: [{ link: tab("Forum"), icon: "chat" }],
      legalLinks: [tab("Terms"), link("Privacy", "/privacy/")],
    },
  };
  const targets = (names: string[]) => names.map((name) => screen.getByRole("link", { name }).getAttribute("target"));
  const menu = renderPage(<Menu />, "/", content);
  await screen.findByRole("dialog", { name: "Menu" });
  expect(targets(["Size charts", "Team", "Contact us", "Sale"])).toEqual(["_blank", "_blank", null, null]);
  menu.unmount();
  renderPage(<Footer />, "/", content);
  expect(targets(["Returns", "Forum", "Terms"])).toEqual(["_blank", "_blank", "_blank"]);
  expect(targets(["Shipping", "Privacy"])).toEqual([null, null]);
});

test("the footer has its columns, ways to get in touch, social and legal links and the copyright line", async () => {
  renderPage(<Footer />, "/", filled);
  expect(screen.getByRole("link", { name: "Shipping" }).getAttribute("href")).toBe("/shipping/");
  expect(screen.getByRole("heading", { name: "Talk to a person" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "1-800-555-0142" }).getAttribute("href")).toBe("tel:+18005550142");
  expect(screen.getByRole("link", { name: "Follow the club" }).getAttribute("href")).toBe("https://club.example/");
  const legal = screen.getByRole("link", { name: "Privacy" }).closest("ul") as HTMLElement;
  expect(legal.textContent).toBe("Privacy·Terms");
  expect(screen.getByText("© Fieldhouse")).toBeTruthy();
  expect(screen.getByRole("contentinfo").id).toBe("footer");
  const column = screen.getByRole("button", { name: "Help" });
  expect(column.getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(column);
  expect(column.getAttribute("aria-expanded")).toBe("true");
});

test("a link to #chat opens the ways to reach the store instead of navigating", async () => {
  const page = renderPage(
    <>
      <ChatLinks />
      <Anchor href="#chat">Chat with us</Anchor>
    </>,
    "/cart",
    filled,
  );
  await userEvent.click(screen.getByRole("link", { name: "Chat with us" }));
  const panel = await screen.findByRole("dialog", { name: "Talk to a person" });
  expect(within(panel).getByText("Weekdays 8 to 6")).toBeTruthy();
  expect(
    within(panel)
      .getAllByRole("link")
      .map((each) => each.textContent),
  ).toEqual(["1-800-555-0142"]);
  expect(page.address()).toBe("/cart");
});
