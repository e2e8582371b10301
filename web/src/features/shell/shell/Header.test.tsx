// The header: what shows on which path, the cart's count, and the category menu's timing.
import { afterEach, expect, jest, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { anonymous } from "../../../../test/account-samples";
import { shell } from "../../../../test/cart-samples";
import { renderBeforeScripts, renderPage } from "../../../../test/render-page";
import { stubApi } from "../../../../test/stub-api";
import { useMiniCart } from "../../../shared/mini-cart";
import { bareShell } from "../../../shared/site";
import { menuCloseDelay, menuOpenDelay } from "../../../ui/timings";
import { CartLink } from "./CartLink";
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

test("the logo leads home", () => {
  stubApi();
  renderPage(<Header />, "/cart");
  expect(screen.getByRole("link", { name: "Fieldhouse home" }).getAttribute("href")).toBe("/");
});

test("before scripts run everything in the header is a link that leads somewhere", () => {
  stubApi();
  renderBeforeScripts(<Header />, "/p/x/", shell);
  const leads = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(leads("Search")).toBe("/search/");
  expect(leads("Menu")).toBe("#footer");
  expect(leads("Offers")).toBe("/cart");
  expect(leads("Cart, 0 items")).toBe("/cart");
  expect(screen.queryByRole("button", { name: /^(Menu|Offers|Loading...)$/ })).toBeNull();
  const account = screen.getByText("Loading...").closest("a");
  expect(account?.getAttribute("href")).toBe("/my-account/");
  expect(account?.textContent).toBe("Loading...Account");
});

function CartBeside() {
  return <p>{useMiniCart().open ? "the cart is open" : "the cart is closed"}</p>;
}

test("a plain press on the cart opens it beside the page; else it is the link it looks like", async () => {
  const head = (pieces: number) => () => ({ id: "c", version: 1, totalLineItemQuantity: pieces, lineCount: 1 });
  const api = stubApi({ "GET /api/cart/head": head(0) });
  const at = () =>
    renderPage(
      <>
        <CartLink />
        <CartBeside />
      </>,
      "/p/x/",
    );
  // What a browser would do with a link is no matter here.
  const stay = (event: Event) => event.preventDefault();
  window.addEventListener("click", stay);
  const press = (name: string, keys: object = {}) => fireEvent.click(screen.getByRole("link", { name }), keys);
  const empty = at();
  await waitFor(() => expect(api.sent).toHaveLength(1));
  expect(screen.getByRole("link", { name: "Cart, 0 items" }).textContent).toBe("CartCart, 0 items");
  press("Cart, 0 items");
  expect(empty.address()).toBe("/cart");
  expect(screen.getByText("the cart is closed")).toBeTruthy();
  empty.unmount();
  api.on("GET /api/cart/head", head(1));
  const one = at();
  await screen.findByRole("link", { name: "Cart, 1 item" });
  for (const key of ["metaKey", "ctrlKey", "shiftKey", "altKey"]) {
    press("Cart, 1 item", { [key]: true });
    expect([key, screen.queryByText("the cart is open")]).toEqual([key, null]);
  }
  history.replaceState(null, "", "/cart");
  press("Cart, 1 item");
  expect(screen.getByText("the cart is closed")).toBeTruthy();
  history.replaceState(null, "", "/");
  one.unmount();
  const other = at();
  await screen.findByRole("link", { name: "Cart, 1 item" });
  press("Cart, 1 item");
  expect(screen.getByText("the cart is open")).toBeTruthy();
  expect(other.address()).toBe("/p/x/");
  other.unmount();
  for (const [pieces, shown] of [
    [9999, "9999"],
    [10_000, "9999+"],
  ] as const) {
    api.on("GET /api/cart/head", head(pieces));
    const many = at();
    expect((await screen.findByRole("link", { name: `Cart, ${pieces} items` })).textContent).toMatch(
      new RegExp(`^${shown.replace("+", "\\+")}Cart`),
    );
    many.unmount();
  }
  window.removeEventListener("click", stay);
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

test("loaded anew with levels of the menu open, the page begins in the entry it has", async () => {
  stubApi();
  history.pushState({ begun: true }, "");
  history.pushState({ over: 1 }, "");
  history.pushState({ over: 2, kept: true }, "");
  const { unmount } = renderPage(<Header />, "/cart");
  await waitFor(() => expect(history.state).toEqual({ begun: true }));
  unmount();
  // The entry of the last level says no more that it is one, and keeps what else it held.
  history.go(2);
  await waitFor(() => expect(history.state).toEqual({ kept: true }));
  // A page that was left by nothing stays where it is.
  const back = jest.spyOn(history, "go");
  renderPage(<Header />, "/cart");
  expect(history.state).toEqual({ kept: true });
  expect(back).not.toHaveBeenCalled();
  back.mockRestore();
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

test("a flyout shows its spotlight and its top brands", async () => {
  const rich = {
    ...leaf("Football", [leaf("Pads")]),
    spotlight: { image, title: "New helmets", links: [{ href: "/c/helmets/", title: "See them", newTab: false }] },
    topBrands: { title: "Top brands", brandList: [{ name: "Ironvale", href: "/search/?query=Ironvale", img: image }] },
  } as Parameters<typeof CategoryMenu>[0]["items"][number];
  renderPage(<CategoryMenu items={[rich]} />);
  fireEvent.click(screen.getByRole("button", { name: "Football menu" }));
  expect(await screen.findByRole("img", { name: "Helmet" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "See them" }).getAttribute("href")).toBe("/c/helmets/");
  expect(screen.getByText("Top brands")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Ironvale" }).getAttribute("href")).toBe("/search/?query=Ironvale");
});

test("what content opens in a new tab does so wherever it stands; nothing else does", () => {
  const tab = (title: string, navigation: object[] = []) => ({ ...leaf(title, navigation), newTab: true });
  const spotlight = {
    image,
    title: "New helmets",
    links: [{ href: "https://club.example/", title: "Club", newTab: true }],
  };
  const rich = { ...leaf("Football", [tab("Team store", [tab("Jerseys"), leaf("Socks")]), leaf("Pads")]), spotlight };
  renderPage(<CategoryMenu items={[rich, tab("Sale")] as Parameters<typeof CategoryMenu>[0]["items"]} />);
  fireEvent.click(screen.getByRole("button", { name: "Football menu" }));
  for (const name of ["Team store", "Jerseys", "Club", "Sale"]) {
    const link = screen.getByRole("link", { name });
    expect([name, link.getAttribute("target"), link.getAttribute("rel")]).toEqual([name, "_blank", "noopener"]);
  }
  for (const name of ["Football", "Shop all Football", "Socks", "Pads"])
    expect(screen.getByRole("link", { name }).getAttribute("target")).toBeNull();
});

test("in a flyout the child that is pointed at or focused shows what is below it", () => {
  const two = [leaf("Football", [leaf("Pads"), leaf("Practice", [leaf("Jerseys")]), leaf("Game", [leaf("Pants")])])];
  renderPage(<CategoryMenu items={two as Parameters<typeof CategoryMenu>[0]["items"]} />);
  fireEvent.click(screen.getByRole("button", { name: "Football menu" }));
  const seen = () => ["Jerseys", "Pants"].filter((name) => screen.queryByRole("link", { name }) !== null);
  const child = (name: string) => screen.getByRole("link", { name });
  expect(seen()).toEqual(["Jerseys"]);
  expect(screen.getByRole("link", { name: "Shop all Football" }).getAttribute("href")).toBe("/c/football/");
  hover(child("Game").closest("li") as Element);
  expect(seen()).toEqual(["Pants"]);
  fireEvent.focus(child("Practice"));
  expect(seen()).toEqual(["Jerseys"]);
  fireEvent.focus(child("Pads"));
  expect(seen()).toEqual([]);
  expect(screen.getAllByText("Pads")).toHaveLength(1);
  // A sign at a child's end says that there is more below it.
  const more = ["Pads", "Practice", "Game"].map((name) => child(name).querySelector("svg") !== null);
  expect(more).toEqual([false, true, true]);
});

test("in a flyout a pointer on its way to the nested panel may cross other children", () => {
  jest.useFakeTimers();
  const panel = jest.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(300, 0, 300, 400));
  const two = [leaf("Football", [leaf("Practice", [leaf("Jerseys")]), leaf("Game", [leaf("Pants")])])];
  renderPage(<CategoryMenu items={two as Parameters<typeof CategoryMenu>[0]["items"]} />);
  fireEvent.click(screen.getByRole("button", { name: "Football menu" }));
  const seen = () => ["Jerseys", "Pants"].filter((name) => screen.queryByRole("link", { name }) !== null);
  const row = (name: string) => screen.getByRole("link", { name }).closest("li") as Element;
  const enter = (name: string, clientX: number, clientY: number) =>
    fireEvent.pointerEnter(row(name), { pointerType: "mouse", clientX, clientY });
  // It leaves its own child to the right, down across the next one.
  fireEvent.pointerMove(row("Practice"), { clientX: 250, clientY: 50 });
  enter("Game", 270, 60);
  fireEvent.pointerMove(row("Game"), { clientX: 280, clientY: 65 });
  expect(seen()).toEqual(["Jerseys"]);
  act(() => jest.advanceTimersByTime(menuOpenDelay));
  expect(seen()).toEqual(["Jerseys"]);
  // Where it comes to rest is where it wanted.
  act(() => jest.advanceTimersByTime(menuOpenDelay));
  expect(seen()).toEqual(["Pants"]);
  // Back to the left it is on no way to the panel.
  fireEvent.pointerMove(row("Game"), { clientX: 280, clientY: 65 });
  enter("Practice", 240, 40);
  expect(seen()).toEqual(["Jerseys"]);
  panel.mockRestore();
});

test("any link of a flyout closes it", () => {
  const rich = {
    ...leaf("Football", [leaf("Practice", [leaf("Jerseys")])]),
    spotlight: { image, title: "New helmets", links: [{ href: "/c/helmets/", title: "See them", newTab: false }] },
    topBrands: { title: "Top brands", brandList: [{ name: "Ironvale", href: "/search/?query=Ironvale", img: image }] },
  } as Parameters<typeof CategoryMenu>[0]["items"][number];
  renderPage(<CategoryMenu items={[rich]} />, "/");
  // With a modifier the page stays where it is, so that nothing but the press closes the flyout.
  const stay = (event: Event) => event.preventDefault();
  window.addEventListener("click", stay);
  for (const name of ["Shop all Football", "Practice", "Jerseys", "See them", "Ironvale"]) {
    fireEvent.click(screen.getByRole("button", { name: "Football menu" }));
    fireEvent.click(screen.getByRole("link", { name }), { ctrlKey: true });
    expect([name, screen.queryByText("New helmets")]).toEqual([name, null]);
  }
  window.removeEventListener("click", stay);
});

/** The flyout's scripts are there, as they are once a page has settled: timers that stand still would not bring them. */
async function flyoutThere() {
  const { unmount } = renderPage(<CategoryMenu items={items} />);
  fireEvent.click(screen.getByRole("button", { name: "Football menu" }));
  await screen.findByRole("link", { name: "Shop all Football" });
  unmount();
}

/** What would scroll the page, and whether it is let through. */
function scrolls(target: Element = document.body): boolean[] {
  const keyed = (key: string) => fireEvent.keyDown(target, { key });
  return [fireEvent.wheel(target), fireEvent.touchMove(target), keyed("PageDown"), keyed(" "), keyed("ArrowDown")];
}
const all = (answer: boolean) => Array.from({ length: 5 }, () => answer);

function hover(element: Element) {
  fireEvent.pointerEnter(element, { pointerType: "mouse" });
}

test("hovering opens after 150 ms, leaving closes after 1200 ms", async () => {
  await flyoutThere();
  jest.useFakeTimers();
  renderPage(<CategoryMenu items={items} />);
  const category = screen.getByRole("link", { name: "Football" });
  const item = category.closest("li") as Element;
  hover(item);
  act(() => jest.advanceTimersByTime(menuOpenDelay - 1));
  expect(screen.queryByRole("link", { name: "Shop all Football" })).toBeNull();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getByRole("link", { name: "Shop all Football" })).toBeTruthy();
  expect(scrolls()).toEqual(all(false));
  // Keys of a field are its own, and those of the browser stay.
  const button = screen.getByRole("button", { name: "Football menu" });
  expect(scrolls(button).slice(2)).toEqual([true, true, true]);
  expect(fireEvent.keyDown(document.body, { key: "End", ctrlKey: true })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: "a" })).toBe(true);
  fireEvent.pointerLeave(screen.getByRole("navigation"), { pointerType: "mouse" });
  act(() => jest.advanceTimersByTime(menuCloseDelay - 1));
  expect(screen.getByRole("link", { name: "Shop all Football" })).toBeTruthy();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.queryByRole("link", { name: "Shop all Football" })).toBeNull();
  expect(scrolls()).toEqual(all(true));
});

test("what holds the page listens when somebody comes near, not when they press", async () => {
  await flyoutThere();
  renderPage(<CategoryMenu items={items} />);
  const nav = screen.getByRole("navigation");
  const button = screen.getByRole("button", { name: "Football menu" });
  const listening = jest.spyOn(document, "addEventListener");
  const listened = () => listening.mock.calls.filter(([type]) => type === "wheel").length;
  fireEvent.pointerEnter(nav, { pointerType: "mouse" });
  expect([listened(), scrolls()]).toEqual([1, all(true)]);
  fireEvent.click(button);
  expect([listened(), scrolls()]).toEqual([1, all(false)]);
  fireEvent.click(button);
  expect([listened(), scrolls()]).toEqual([1, all(true)]);
  fireEvent.pointerLeave(nav, { pointerType: "mouse" });
  // A keyboard comes by the focus, and goes with it.
  const left = jest.spyOn(document, "removeEventListener");
  fireEvent.focus(button);
  expect([listened(), scrolls()]).toEqual([2, all(true)]);
  fireEvent.blur(button, { relatedTarget: screen.getByRole("link", { name: "Football" }) });
  expect(left.mock.calls.some(([type]) => type === "wheel")).toBe(false);
  fireEvent.blur(button);
  expect(left.mock.calls.some(([type]) => type === "wheel")).toBe(true);
});

test("pressing the button of a panel that hovering opened keeps it open, pressing again closes it", async () => {
  await flyoutThere();
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
  act(() => nested.focus());
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
