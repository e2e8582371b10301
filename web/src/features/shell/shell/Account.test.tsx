// The sign-in menu in all its states, on desktops and in the phone's menu (shell §2, §6).
import type { SessionView, ShellView } from "@fieldhouse/rules";
import { expect, jest, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { anonymous, coach } from "../../../../test/account-samples";
import { otherWindow } from "../../../../test/other-window";
import { renderBeforeScripts, renderPage } from "../../../../test/render-page";
import { stubApi, unreachable } from "../../../../test/stub-api";
import { ownPage } from "../../../shared/shop-as";
import { bareShell } from "../../../shared/site";
import { AccountLink } from "./AccountLink";
import { AccountMenu } from "./AccountMenu";
import MobileMenu from "./MobileMenu";

const account: ShellView["account"] = {
  label: "Your account",
  greeting: "Hello {userName}",
  haveAccountTitle: "Have an account?",
  signInTitle: "Sign in",
  newCustomer: {
    title: "New here?",
    items: [{ iconName: "cart", title: "A cart on every device" }],
    registerBtn: { href: "/account/register" },
    registerButtonTitle: "Create an account",
  },
  items: [{ href: "/my-account/", title: "My account", newTab: false }],
};
const content = (site: "fieldhouse" | "athleticconnection" = "fieldhouse") => ({ ...bareShell(site), account });

/** What watches over who is shown would have begun by now, or ended. */
const watchCame = () => act(async () => void (await import("../../../shared/same-person")));

const session = (view: SessionView) => stubApi({ "GET /api/auth/session": () => view });

test("while the session is loading, and when it cannot be read, the label says so", async () => {
  let answer: (view: SessionView) => void = () => {};
  stubApi({
    "GET /api/auth/session": () =>
      new Promise<SessionView>((resolve) => {
        answer = resolve;
      }),
  });
  const loading = renderPage(<AccountMenu className="" />, "/cart", content());
  expect(screen.getByRole("button", { name: "Loading..." })).toBeTruthy();
  answer(anonymous);
  expect(await screen.findByRole("button", { name: "Your account" })).toBeTruthy();
  loading.unmount();
  const api = stubApi({ "GET /api/auth/session": unreachable });
  renderPage(<AccountMenu className="" />, "/cart", content());
  await waitFor(() => expect(api.sent.length).toBe(1));
  expect(screen.getByRole("button", { name: "Loading..." })).toBeTruthy();
});

test("a visitor finds sign-in with the way back, what an account is good for, and registration", async () => {
  session(anonymous);
  renderPage(<AccountMenu className="" />, "/c/football/?page=2", content());
  const button = await screen.findByRole("button", { name: "Your account" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(button);
  expect(await screen.findByText("Have an account?")).toBeTruthy();
  const signIn = screen.getByRole("link", { name: "Sign in" });
  expect(signIn.getAttribute("href")).toBe("/api/auth/signin?callbackUrl=%2Fc%2Ffootball%2F%3Fpage%3D2");
  const block = screen.getByRole("region", { name: "New here?" });
  expect(within(block).getByText("A cart on every device")).toBeTruthy();
  expect(within(block).getByRole("link", { name: "Create an account" }).getAttribute("href")).toBe("/account/register");
});

test("where accounts are made by the club, there is no new-customer block and no register button", async () => {
  session(anonymous);
  renderPage(<AccountMenu className="" />, "/", content("athleticconnection"));
  await userEvent.click(await screen.findByRole("button", { name: "Your account" }));
  expect(await screen.findByRole("link", { name: "Sign in" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Create an account" })).toBeNull();
  expect(screen.queryByText("New here?")).toBeNull();
});

test("a customer is greeted by first name and has the account menu", async () => {
  session(coach);
  renderPage(<AccountMenu className="" />, "/", content());
  await userEvent.click(await screen.findByRole("button", { name: "Hello Pat" }));
  expect((await screen.findByRole("link", { name: "My account" })).getAttribute("href")).toBe("/my-account/");
  expect(screen.getByRole("button", { name: "Sign Out" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull();
});

test("a window of somebody who signed in is watched over, one of a visitor is not", async () => {
  const another = otherWindow();
  const renewed = jest.spyOn(ownPage, "renew").mockImplementation(() => undefined);
  const visitors = session(anonymous);
  const visitor = renderPage(<AccountMenu className="" />, "/", content());
  await screen.findByRole("button", { name: "Your account" });
  await watchCame();
  await another.signedInOrOut();
  expect(visitors.sent).toHaveLength(1);
  visitor.unmount();

  const api = session(coach);
  const customer = renderPage(<AccountMenu className="" />, "/", content());
  await screen.findByRole("button", { name: "Hello Pat" });
  await watchCame();
  api.on("GET /api/auth/session", () => anonymous);
  await another.signedInOrOut();
  await waitFor(() => expect(renewed).toHaveBeenCalledTimes(1));
  customer.unmount();
  await watchCame();
  await another.signedInOrOut();
  expect(api.sent).toHaveLength(2);
  another.close();
});

test("Escape closes the menu and gives the focus back, a press outside closes it", async () => {
  session(anonymous);
  renderPage(<AccountMenu className="" />, "/", content());
  const button = await screen.findByRole("button", { name: "Your account" });
  await userEvent.click(button);
  const link = await screen.findByRole("link", { name: "Sign in" });
  link.focus();
  fireEvent.keyDown(link, { key: "Escape" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  fireEvent.mouseDown(document.body);
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

test("the phone's menu has the same in a panel of its own", async () => {
  session(coach);
  renderPage(<MobileMenu open onOpenChange={() => {}} />, "/", content());
  const menu = await screen.findByRole("dialog", { name: "Menu" });
  await userEvent.click(await within(menu).findByRole("button", { name: "Hello Pat" }));
  expect(screen.getByRole("dialog", { name: "Hello Pat" })).toBe(menu);
  expect(within(menu).getByRole("link", { name: "My account" })).toBeTruthy();
  await userEvent.click(within(menu).getByRole("button", { name: "Back to menu" }));
  expect(within(menu).queryByRole("link", { name: "My account" })).toBeNull();
});

test("where there is no room for a menu a link leads to the sign-in and back, or to the account", async () => {
  const link = () => screen.getByRole("link");
  const signIn = "/api/auth/signin?callbackUrl=%2Fc%2Ffootball%2F%3Fpage%3D2";
  session(anonymous);
  const visitor = renderPage(<AccountLink className="" />, "/c/football/?page=2", content());
  // Who it is, is not known yet: the account area asks for a sign-in itself.
  expect([link().textContent, link().getAttribute("href")]).toEqual(["Loading...", "/my-account/"]);
  await waitFor(() => expect(link().textContent).toBe("Your account"));
  expect(link().getAttribute("href")).toBe(signIn);
  visitor.unmount();
  // On the page of the sign-in it does not lead back to that page.
  session(anonymous);
  const signing = renderPage(<AccountLink className="" />, "/api/auth/signin", content());
  await waitFor(() => expect(link().textContent).toBe("Your account"));
  expect(link().getAttribute("href")).toBe("/my-account/");
  signing.unmount();
  session(coach);
  renderPage(<AccountLink className="" />, "/c/football/", content());
  await waitFor(() => expect(link().textContent).toBe("Hello Pat"));
  expect(link().getAttribute("href")).toBe("/my-account/");
});

test.each([
  ["the site's own words", account.label, "Your account"],
  ["the words of every site", "", "Account"],
])("before scripts run the link is called by %s", (_whose, label, said) => {
  session(anonymous);
  renderBeforeScripts(<AccountLink className="" />, "/", { ...content(), account: { ...account, label } });
  const words = [...screen.getByRole("link").querySelectorAll("span")].map((span) => span.textContent);
  expect(words).toEqual(["Loading...", said]);
});
