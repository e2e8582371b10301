// The smaller blocks and the hero's other backgrounds; timings as the specification fixes them.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { HeroView } from "@fieldhouse/rules";
import { beforeEach, expect, jest, test } from "@jest/globals";
import { fireEvent, render, renderHook, screen, within } from "@testing-library/react";
import { renderPage } from "../../../../test/render-page";
import { stubApi } from "../../../../test/stub-api";
import { Accordion } from "../../../ui/Accordion";
import { Divider } from "../../../ui/Divider";
import { LoaderOverlay } from "../../../ui/LoaderOverlay";
import * as timings from "../../../ui/timings";
import { useScroller } from "../../../ui/use-scroller";
import { ArticleCards, CardGrid, CategoriesCarousel, MessagesCarousel, PromoBanner } from "./Blocks";
import { Hero } from "./Hero";

const media = (...matching: string[]) => {
  window.matchMedia = (query) =>
    ({ matches: matching.includes(query), addEventListener() {}, removeEventListener() {} }) as never;
};
beforeEach(() => {
  media();
  stubApi();
});

const image = { href: "/images/scene-field.svg", alt: "A field", width: 1600, height: 900 };
const link = (title: string, href: string) => ({ title, href, newTab: false });

const hero: HeroView = {
  uid: "h",
  header: "Kit for the team",
  subtext: "",
  ctaLink: null,
  headerAlignment: "middle",
  selectHeroBackgroundType: "color",
  selectBackgroundColor: "black",
  selectTextColor: "default",
  selectLogoSize: "large",
  displayAsRectangularLogo: false,
  logo: null,
  imageBackground: null,
  videoBackground: null,
  placeholder: null,
  autoplay: true,
  loop: true,
  mute: true,
  selectValuePropLayout: "vertical stacked",
  valueProps: [],
};
const section = () => screen.getByRole("region", { name: "Kit for the team" });

test("each alignment puts the words in a place of its own, each colour has its ground", () => {
  const alignments = [
    "middle",
    "bottom",
    "left-align-middle",
    "right-align-middle",
    "left-align-bottom",
    "right-align-bottom",
  ];
  const places = alignments.map((headerAlignment) => {
    const page = renderPage(<Hero hero={{ ...hero, headerAlignment }} first />);
    const { className } = screen.getByRole("heading", { level: 1 }).closest(".page-width") as HTMLElement;
    page.unmount();
    return className;
  });
  expect(new Set(places).size).toBe(6);
  const grounds = ["black", "white", "primary", "secondary"].map((selectBackgroundColor) => {
    const page = renderPage(<Hero hero={{ ...hero, selectBackgroundColor }} first={false} />);
    const { className } = section();
    page.unmount();
    return className;
  });
  expect(new Set(grounds).size).toBe(4);
  const texts = ["default", "inverse", "accent"].map((selectTextColor) => {
    const page = renderPage(<Hero hero={{ ...hero, selectTextColor }} first={false} />);
    const { className } = section();
    page.unmount();
    return className;
  });
  expect(new Set(texts).size).toBe(3);
});

test("a logo is at most 675 px wide when large and 400 px when small, square or rectangular", () => {
  const logo = { ...image, alt: "League" };
  const look = (over: Partial<HeroView>) => {
    const page = renderPage(<Hero hero={{ ...hero, logo, ...over }} first />);
    const { className } = screen.getByRole("img", { name: "League" });
    page.unmount();
    return className;
  };
  expect(timings.heroLogoWidths).toEqual({ large: 675, small: 400 });
  expect(look({ selectLogoSize: "large" })).toContain(`max-w-[${timings.heroLogoWidths.large}px]`);
  expect(look({ selectLogoSize: "small" })).toContain(`max-w-[${timings.heroLogoWidths.small}px]`);
  expect(look({ displayAsRectangularLogo: true })).not.toBe(look({ displayAsRectangularLogo: false }));
});

const film = {
  ...hero,
  selectHeroBackgroundType: "video",
  videoBackground: { href: "/film.webm" },
  placeholder: image,
};
const video = () => section().querySelector("video") as HTMLVideoElement;

test("a video plays as content says, at a quarter of its speed on phones, and not with reduced motion", () => {
  const play = jest.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async () => {});
  const pause = jest.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => {});
  const large = renderPage(<Hero hero={film} first />);
  expect([video().src.endsWith("/film.webm"), video().loop, video().muted]).toEqual([true, true, true]);
  expect(video().poster.endsWith(image.href)).toBe(true);
  expect([video().playbackRate, play.mock.calls.length]).toEqual([1, 1]);
  large.unmount();
  media(timings.phoneQuery);
  const phone = renderPage(<Hero hero={{ ...film, loop: false }} first />);
  expect([video().playbackRate, video().loop]).toEqual([0.25, false]);
  phone.unmount();
  play.mockClear();
  media(timings.reducedMotionQuery);
  const still = renderPage(<Hero hero={film} first />);
  expect([play.mock.calls.length, pause.mock.calls.length]).toEqual([0, 1]);
  still.unmount();
  media();
  renderPage(<Hero hero={{ ...film, autoplay: false }} first />);
  expect(play.mock.calls.length).toBe(0);
  jest.restoreAllMocks();
});

test("cards lead on by a link that says where", () => {
  renderPage(
    <CardGrid
      title="Advice"
      cards={[
        { title: "Sizing", text: "By age", link: link("Read on", "/learning-corner/sizing/"), image, icon: "" },
        { title: "Call us", text: "We answer", link: null, image: null, icon: "phone" },
      ]}
    />,
  );
  const grid = screen.getByRole("region", { name: "Advice" });
  expect(within(grid).getAllByRole("listitem")).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Read on: Sizing" }).getAttribute("href")).toBe("/learning-corner/sizing/");
  expect(grid.querySelectorAll("svg").length).toBeGreaterThan(1);
});

test("the learning corner shows its articles as cards", () => {
  const articles = [{ title: "Sizing", href: "/learning-corner/sizing/", description: "By age", image }];
  renderPage(<ArticleCards title="Articles" articles={articles} />);
  expect(screen.getByRole("link", { name: "Read on: Sizing" })).toBeTruthy();
});

const categories = {
  kind: "categories" as const,
  uid: "c",
  title: "What clubs order",
  categories: [{ label: "Kits", link: link("Kits", "/c/kits/"), image }],
};

test("the categories carousel scrolls in steps of 150; on club-select pages its heading is on dark", () => {
  const scrolled = jest.fn();
  Element.prototype.scrollBy = scrolled as never;
  const page = renderPage(<CategoriesCarousel section={categories} />, "/");
  fireEvent.click(screen.getByRole("button", { name: "Scroll right" }));
  fireEvent.click(screen.getByRole("button", { name: "Scroll left" }));
  expect(scrolled.mock.calls.map(([by]) => (by as { left: number }).left)).toEqual([150, -150]);
  expect(screen.getByRole("region").className).not.toContain("on-dark");
  page.unmount();
  renderPage(<CategoriesCarousel section={categories} />, "/club-select/");
  expect(screen.getByRole("region").className).toContain("on-dark");
});

test("the promo banner has a scheme of its own on club-select pages", () => {
  const banner = {
    kind: "banner" as const,
    title: "Your club",
    text: "Its colors",
    cta: link("Start", "/contact-us/"),
  };
  const scheme = (at: string) => {
    const page = renderPage(<PromoBanner banner={banner} />, at);
    const { className } = screen.getByRole("region", { name: "Your club" });
    page.unmount();
    return className;
  };
  expect(scheme("/club-select/")).not.toBe(scheme("/"));
});

test("messages are turned by the visitor, round and round", () => {
  const messages = [
    { text: "One", link: null },
    { text: "Two", link: link("More", "/more/") },
  ];
  renderPage(<MessagesCarousel section={{ kind: "messages", uid: "m", title: "News", messages }} />);
  expect(screen.getByText("One")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Next message" }));
  expect(screen.getByRole("link", { name: "More" }).getAttribute("href")).toBe("/more/");
  fireEvent.click(screen.getByRole("button", { name: "Next message" }));
  expect(screen.getByText("One")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Previous message" }));
  expect(screen.getByText("Two")).toBeTruthy();
});

test("a scroll control without a viewport is broken, and says so", () => {
  const { result } = renderHook(() => useScroller<HTMLElement>());
  expect(() => result.current.scroll(1)).toThrow("No viewport was found");
});

test("the loader says Loading unless told otherwise, and nothing when it is closed", () => {
  const { rerender, container } = render(<LoaderOverlay open />);
  expect(screen.getByRole("status").textContent).toBe("Loading");
  rerender(<LoaderOverlay open text="Saving" />);
  expect(screen.getByRole("status").textContent).toBe("Saving");
  rerender(<LoaderOverlay open={false} />);
  expect(container.textContent).toBe("");
});

test("accordions open by their heading; styles keep the time of the constant", () => {
  render(<Accordion parts={[{ title: "How long?", content: <p>Five days.</p> }]} />);
  const part = screen.getByText("Five days.").closest("details") as HTMLDetailsElement;
  expect(part.open).toBe(false);
  fireEvent.click(screen.getByText("How long?"));
  expect(part.open).toBe(true);
  const styles = readFileSync(path.resolve("src/styles.css"), "utf8");
  const ofAccordion = styles.slice(styles.indexOf("@utility accordion {"));
  expect(ofAccordion).toContain(`height ${timings.accordionTime}ms`);
  expect(styles).toContain(`grid-template-rows ${timings.accordionTime}ms`);
});

test("the divider is a dash where the brand says so, else a dot", () => {
  const { container, rerender } = render(<Divider kind="dot" />);
  expect(container.textContent).toBe("·");
  rerender(<Divider kind="dash" />);
  expect(container.textContent).toBe("–");
});

test("the numbers of the specification", () => {
  expect([timings.menuOpenDelay, timings.menuCloseDelay, timings.heroTurn]).toEqual([150, 1200, 3000]);
  expect([timings.phoneAnimationSpeed, timings.phoneQuery]).toEqual([0.25, "(width <= 768px)"]);
  expect([timings.tileStep, timings.tilesBeforeRow, timings.tilesBeforeMove]).toEqual([150, 3, 4]);
  expect([timings.accordionTime, timings.tooltipOffset, timings.previewDelaySeconds]).toEqual([300, 5, 0.2]);
});
