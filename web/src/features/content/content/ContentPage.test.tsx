// Content as pages show it: the hero and its turning value props, marketing tiles, text pages.
import type { BlockView, HeroView, PageView } from "@fieldhouse/rules";
import "../../../app/all-parts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { renderPage } from "../../../../test/render-page";
import { stubApi } from "../../../../test/stub-api";
import { Route, Routes } from "../../../ui/router";
import { heroTurn } from "../../../ui/timings";
import { HomePage, TextPage } from "./ContentPage";
import { MarketingTiles } from "./MarketingTiles";
import { ValueProps } from "./ValueProps";

const media = (...matching: string[]) => {
  window.matchMedia = (query) =>
    ({ matches: matching.includes(query), addEventListener() {}, removeEventListener() {} }) as never;
};
const phone = "(width <= 768px)";
const reduced = "(prefers-reduced-motion: reduce)";

beforeEach(() => media());
afterEach(() => {
  jest.useRealTimers();
});

const picture = { href: "/images/scene-field.svg", alt: "A field", width: 1600, height: 900 };
const hero: HeroView = {
  uid: "h",
  header: "Kit for the whole team",
  subtext: "In every size",
  ctaLink: { href: "/c/football/", title: "Shop football", newTab: false },
  headerAlignment: "left-align-middle",
  selectHeroBackgroundType: "image",
  selectBackgroundColor: "primary",
  selectTextColor: "default",
  imageBackground: picture,
  selectValuePropLayout: "vertical stacked",
  valueProps: ["Team prices", "Names and numbers"],
};

function home(blocks: BlockView[]): PageView {
  return { slug: "home", title: "Fieldhouse", description: "Team gear", blocks };
}

const shown = () =>
  screen
    .getAllByRole("listitem", { hidden: true })
    .filter((item) => item.getAttribute("aria-hidden") !== "true")
    .map((item) => item.textContent);

test("the hero has the page's heading, its words, its way on and its value props", async () => {
  stubApi({ "GET /api/content/pages/home": () => home([{ kind: "hero", hero }]) });
  renderPage(<HomePage />);
  expect(await screen.findByRole("heading", { level: 1, name: "Kit for the whole team" })).toBeTruthy();
  expect(screen.getByText("In every size")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Shop football" }).getAttribute("href")).toBe("/c/football/");
  expect(shown()).toEqual(["Team prices", "Names and numbers"]);
});

test("a home without a hero has its title as heading and no way to itself", async () => {
  stubApi({ "GET /api/content/pages/home": () => home([]) });
  renderPage(<HomePage />);
  expect(await screen.findByRole("heading", { level: 1, name: "Fieldhouse" })).toBeTruthy();
  expect(screen.queryByRole("navigation", { name: "Breadcrumb" })).toBeNull();
});

test("on phones fading value props take turns every 3000 ms, and can be held", () => {
  jest.useFakeTimers();
  media(phone);
  render(<ValueProps props={["One", "Two"]} fading />);
  expect(heroTurn).toBe(3000);
  expect(shown()).toEqual(["One"]);
  act(() => jest.advanceTimersByTime(heroTurn - 1));
  expect(shown()).toEqual(["One"]);
  act(() => jest.advanceTimersByTime(1));
  expect(shown()).toEqual(["Two"]);
  act(() => jest.advanceTimersByTime(heroTurn));
  expect(shown()).toEqual(["One"]);
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  act(() => jest.advanceTimersByTime(5 * heroTurn));
  expect(shown()).toEqual(["One"]);
});

test("they stay put on large screens, with reduced motion, stacked, and alone", () => {
  jest.useFakeTimers();
  for (const [matching, props, fading] of [
    [[], ["One", "Two"], true],
    [[phone, reduced], ["One", "Two"], true],
    [[phone], ["One", "Two"], false],
    [[phone], ["One"], true],
  ] as [string[], string[], boolean][]) {
    media(...matching);
    const view = render(<ValueProps props={props} fading={fading} />);
    act(() => jest.advanceTimersByTime(2 * heroTurn));
    expect(shown()).toEqual(props);
    view.unmount();
  }
  const nothing = render(<ValueProps props={[]} fading />);
  expect(nothing.container.textContent).toBe("");
});

const tiles = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    label: `Tile ${nth}`,
    link: { href: `/c/${nth}/`, title: `Tile ${nth}`, newTab: false },
    image: picture,
  }));
const section = (count: number, ctaAlignment: "top" | "bottom") =>
  ({
    kind: "tiles",
    uid: "t",
    title: "Shop by sport",
    description: "All of them",
    cta: { href: "/search/", title: "See all", newTab: false },
    ctaAlignment,
    tileShape: "square",
    tiles: tiles(count),
  }) satisfies BlockView;

test("tiles become a row above three, scrolled by arrows in steps of 150", () => {
  const three = renderPage(<MarketingTiles section={section(3, "top")} />);
  expect(screen.queryByRole("button", { name: "Scroll right" })).toBeNull();
  expect(screen.getByRole("link", { name: "Tile 1" }).getAttribute("href")).toBe("/c/1/");
  three.unmount();
  const scrolled = jest.fn();
  Element.prototype.scrollBy = scrolled as never;
  renderPage(<MarketingTiles section={section(4, "top")} />);
  fireEvent.click(screen.getByRole("button", { name: "Scroll right" }));
  fireEvent.click(screen.getByRole("button", { name: "Scroll left" }));
  expect(scrolled.mock.calls.map(([by]) => (by as { left: number }).left)).toEqual([150, -150]);
});

test("a tile has its picture and opens where the content says; the action may be missing", () => {
  const whole = section(3, "bottom");
  const elsewhere = { href: "https://club.example/", title: "Club", newTab: true };
  const [first, ...rest] = tiles(3) as [ReturnType<typeof tiles>[number], ...ReturnType<typeof tiles>];
  const tabs = renderPage(
    <MarketingTiles section={{ ...whole, cta: elsewhere, tiles: [{ ...first, link: elsewhere }, ...rest] }} />,
  );
  const target = (name: string) => screen.getByRole("link", { name }).getAttribute("target");
  expect(["Tile 0", "Tile 1", "Club"].map(target)).toEqual(["_blank", null, "_blank"]);
  // The label under it says what a picture is of.
  expect(screen.queryAllByRole("img")).toHaveLength(0);
  const shown = screen.getByRole("link", { name: "Tile 1" }).querySelector("img") as HTMLImageElement;
  expect(shown.getAttribute("src")).toBe(picture.href);
  expect(shown.alt).toBe("");
  expect([shown.getAttribute("width"), shown.getAttribute("height")]).toEqual([
    `${picture.width}`,
    `${picture.height}`,
  ]);
  expect(shown.getAttribute("loading")).toBe("lazy");
  tabs.unmount();
  const { cta: _left, ...without } = whole;
  renderPage(<MarketingTiles section={{ ...without, cta: null } as never} />);
  expect(screen.queryByRole("link", { name: "See all" })).toBeNull();
});

test("the action stands at the top or the bottom, and moves above four tiles", () => {
  const place = (count: number, at: "top" | "bottom") => {
    const view = renderPage(<MarketingTiles section={section(count, at)} />);
    const link = screen.getByRole("link", { name: "See all" });
    const list = within(screen.getByRole("region", { name: "Shop by sport" })).getByRole("list");
    const below = (list.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const { className } = link.parentElement as HTMLElement;
    view.unmount();
    return { below, className };
  };
  expect(place(3, "top").below).toBe(false);
  const four = place(4, "bottom");
  const five = place(5, "bottom");
  expect([four.below, five.below]).toEqual([true, true]);
  expect(four.className).not.toBe(five.className);
});

test("a text page has its heading and paragraphs; an unknown one is not found", async () => {
  const about: PageView = {
    slug: "about-us",
    title: "About us",
    description: "Who we are",
    blocks: [{ kind: "text", title: "Since 1987", paragraphs: ["We ship.", "We print."] }],
  };
  stubApi({ "GET /api/content/pages/about-us": () => about });
  const at = (path: string) =>
    renderPage(
      <Routes>
        <Route path="/:slug" element={<TextPage />} />
      </Routes>,
      path,
    );
  const page = at("/about-us/");
  expect(await screen.findByRole("heading", { level: 1, name: "About us" })).toBeTruthy();
  expect(screen.getByText("We print.")).toBeTruthy();
  expect(document.title).toBe("About us | Fieldhouse");
  page.unmount();
  at("/nowhere/");
  expect(await screen.findByRole("heading", { level: 1, name: "Out of bounds" })).toBeTruthy();
});

test("formatted text keeps its elements", async () => {
  const html = '<p>Call <a href="/contact-us/" rel="noopener">us</a></p><ul><li>Monday</li></ul>';
  stubApi({ "GET /api/content/pages/home": () => home([{ kind: "html", title: "Hours", html }]) });
  renderPage(<HomePage />);
  expect(await screen.findByRole("heading", { level: 2, name: "Hours" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "us" }).getAttribute("href")).toBe("/contact-us/");
  expect(screen.getByText("Monday").closest("ul")).toBeTruthy();
});
