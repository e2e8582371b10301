// The header: what shows on which path, the cart's count, and the category menu's timing.
import { afterEach, expect, jest, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { anonymous } from "../../../test/account-samples";
import { renderPage } from "../../../test/render-page";
import { stubApi } from "../../../test/stub-api";
import { bareShell } from "../../app/site";
import { menuCloseDelay, menuOpenDelay } from "../../ui/timings";
import { CategoryMenu } from "./CategoryMenu";
import { Header } from "./Header";
import { headerSearchHidden, separatorShown } from "./header-rules";

afterEach(() => {
  jest.useRealTimers();
});

test("search is hidden where lists have their own; the line is missing on home and account", () => {
  for (const path of ["/search/", "/shop/x/", "/c/football/"]) expect(headerSearchHidden(path)).toBe(true);
  for (const path of ["/", "/p/x/", "/cart", "/searching/"]) expect(headerSearchHidden(path)).toBe(false);
  for (const path of ["/", "/account", "/account/register", "/my-account/", "/my-account/address-book/"])
    expect(separatorShown(path)).toBe(false);
  for (const path of ["/cart", "/c/football/", "/accounting/"]) expect(separatorShown(path)).toBe(true);
});

test("the skip link comes first, and the cart link tells the number of pieces", async () => {
  stubApi({ "GET /api/cart/head": () => ({ id: "c", version: 1, totalLineItemQuantity: 24, lineCount: 2 }) });
  renderPage(<Header />, "/cart");
  const [first] = screen.getAllByRole("link");
  expect(first?.textContent).toBe("Skip to main content");
  expect(first?.getAttribute("href")).toBe("#skipToMainContent");
  const cart = await screen.findByRole("link", { name: "Cart, 24 items" });
  expect(cart.getAttribute("href")).toBe("/cart");
  expect(screen.getAllByRole("combobox")).toHaveLength(1);
});

test("the top bar has help, the way to chat, and the account; favourites only where the brand has them", async () => {
  stubApi({ "GET /api/auth/session": () => anonymous });
  const link = (title: string, href: string) => ({ title, href, newTab: false });
  const help = [link("Shipping", "/shipping/"), link("Chat", "#chat")];
  const flagship = renderPage(<Header />, "/cart", { ...bareShell("fieldhouse"), help });
  expect(screen.getByRole("link", { name: "Shipping" }).getAttribute("href")).toBe("/shipping/");
  expect(screen.getByRole("link", { name: "Chat" }).getAttribute("href")).toBe("#chat");
  expect(await screen.findByRole("button", { name: "Account" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Favorites" }).getAttribute("href")).toBe("/favourite");
  flagship.unmount();
  renderPage(<Header />, "/cart", { ...bareShell("usgames"), help });
  expect(screen.queryByRole("link", { name: "Favorites" })).toBeNull();
});

test("on phones the search opens below the header with the page held still, and closes again", async () => {
  stubApi();
  renderPage(<Header />, "/cart");
  fireEvent.click(screen.getByRole("button", { name: "Search", expanded: false }));
  expect(screen.getAllByRole("combobox")).toHaveLength(2);
  expect(document.documentElement.style.overflow).toBe("hidden");
  fireEvent.click(screen.getByRole("button", { name: "Close search" }));
  expect(screen.getAllByRole("combobox")).toHaveLength(1);
  expect(document.documentElement.style.overflow).toBe("");
});

test("Back closes the phone's menu, and closing it takes no page from the history", async () => {
  stubApi();
  renderPage(<Header />, "/cart");
  const before = history.length;
  const menu = () => screen.queryByRole("dialog", { name: "Menu" });
  fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  expect(await screen.findByRole("dialog", { name: "Menu" })).toBeTruthy();
  expect(history.length).toBe(before + 1);
  history.back();
  await waitFor(() => expect(menu()).toBeNull());
  expect(history.state?.over).toBeUndefined();
  fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  fireEvent.click(within(await screen.findByRole("dialog", { name: "Menu" })).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(menu()).toBeNull());
  await waitFor(() => expect(history.state?.over).toBeUndefined());
  expect(history.length).toBe(before + 1);
});

test("the header's search is not there on list pages", () => {
  stubApi();
  renderPage(<Header />, "/c/football/");
  expect(screen.queryByRole("combobox")).toBeNull();
});

const leaf = (title: string, navigation: object[] = []) => ({
  title,
  href: `/c/${title.toLowerCase()}/`,
  accent: false,
  newTab: false,
  navigation,
  spotlight: null,
});
const items = [leaf("Football", [leaf("Practice", [leaf("Jerseys")]), leaf("Pads")]), leaf("Sale")] as Parameters<
  typeof CategoryMenu
>[0]["items"];

const image = { href: "/images/helmet.svg", alt: "Helmet", width: 800, height: 800 };

test("a flyout shows its spotlight and its top brands", () => {
  const rich = {
    ...leaf("Football", [leaf("Pads")]),
    spotlight: { image, title: "New helmets", links: [{ href: "/c/helmets/", title: "See them", newTab: false }] },
    topBrands: { title: "Top brands", brandList: [{ name: "Ironvale", href: "/search/?query=Ironvale", img: image }] },
  } as Parameters<typeof CategoryMenu>[0]["items"][number];
  renderPage(<CategoryMenu items={[rich]} />);
  fireEvent.click(screen.getByRole("button", { name: "Football menu" }));
  expect(screen.getByRole("img", { name: "Helmet" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "See them" }).getAttribute("href")).toBe("/c/helmets/");
  expect(screen.getByText("Top brands")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Ironvale" }).getAttribute("href")).toBe("/search/?query=Ironvale");
});

function hover(element: Element) {
  fireEvent.pointerEnter(element, { pointerType: "mouse" });
}

test("hovering opens after 150 ms, leaving closes after 1200 ms", () => {
  jest.useFakeTimers();
  renderPage(<CategoryMenu items={items} />);
  const category = screen.getByRole("link", { name: "Football" });
  const item = category.closest("li") as Element;
  hover(item);
  act(() => jest.advanceTimersByTime(menuOpenDelay - 1));
  expect(screen.queryByRole("link", { name: "Shop all Football" })).toBeNull();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getByRole("link", { name: "Shop all Football" })).toBeTruthy();
  expect(document.documentElement.style.overflow).toBe("hidden");
  fireEvent.pointerLeave(screen.getByRole("navigation"), { pointerType: "mouse" });
  act(() => jest.advanceTimersByTime(menuCloseDelay - 1));
  expect(screen.getByRole("link", { name: "Shop all Football" })).toBeTruthy();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.queryByRole("link", { name: "Shop all Football" })).toBeNull();
  expect(document.documentElement.style.overflow).toBe("");
});

test("pressing the button of a panel that hovering opened keeps it open, pressing again closes it", () => {
  jest.useFakeTimers();
  renderPage(<CategoryMenu items={items} />);
  const button = screen.getByRole("button", { name: "Football menu" });
  hover(button.closest("li") as Element);
  act(() => jest.advanceTimersByTime(menuOpenDelay));
  expect(button.getAttribute("aria-expanded")).toBe("true");
  fireEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  fireEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

test("the keyboard opens a panel by its button, and Escape gives focus back to it", () => {
  renderPage(<CategoryMenu items={items} />);
  const button = screen.getByRole("button", { name: "Football menu" });
  fireEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  const nested = screen.getByRole("link", { name: "Jerseys" });
  nested.focus();
  fireEvent.keyDown(nested, { key: "Escape" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(button);
});

test("a press outside closes, a link inside closes on the way", () => {
  const page = renderPage(<CategoryMenu items={items} />);
  const bar = screen.getByRole("navigation");
  fireEvent.click(within(bar).getByRole("button", { name: "Football menu" }));
  fireEvent.mouseDown(document.body);
  expect(screen.queryByRole("link", { name: "Pads" })).toBeNull();
  fireEvent.click(within(bar).getByRole("button", { name: "Football menu" }));
  fireEvent.click(screen.getByRole("link", { name: "Pads" }));
  expect(page.address()).toBe("/c/pads/");
  expect(screen.queryByRole("link", { name: "Pads" })).toBeNull();
});
