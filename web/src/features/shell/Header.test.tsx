// The header: what shows on which path, the cart's count, and the category menu's timing.
import { afterEach, expect, jest, test } from "@jest/globals";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { renderPage } from "../../../test/render-page";
import { stubApi } from "../../../test/stub-api";
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
