// The sections homes are composed of: what they say, where they lead, in which order.
import { beforeEach, expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { renderPage } from "../../../../test/render-page";
import { stubApi } from "../../../../test/stub-api";
import { Departments, Feature, Panels, Shortcuts, Steps } from "./Sections";

beforeEach(() => void stubApi());

const link = (href: string, title: string) => ({ href, title, newTab: false });
const image = { href: "/images/tee.svg", alt: "A tee", width: 800, height: 800 };

test("a feature has a heading, facts, a way on, and a picture with its size", () => {
  const feature = { kind: "feature" as const, uid: "f", title: "One blue", text: "For two seasons.", image };
  const more = { facts: ["Same cut"], cta: link("/c/kits/", "See kits"), side: "left", ground: "black" };
  renderPage(<Feature feature={{ ...feature, ...more }} />);
  const region = screen.getByRole("region", { name: "One blue" });
  expect(within(region).getByRole("heading", { level: 2, name: "One blue" })).toBeTruthy();
  expect(within(region).getByRole("listitem").textContent).toBe("Same cut");
  expect(within(region).getByRole("link", { name: "See kits" }).getAttribute("href")).toBe("/c/kits/");
  const picture = within(region).getByRole("img", { name: "A tee" });
  expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["800", "800"]);
});

test("steps are an ordered list, their numbers no part of their names", () => {
  const steps = [
    { title: "Choose", text: "A style." },
    { title: "Order", text: "By number." },
  ];
  renderPage(<Steps section={{ kind: "steps", uid: "s", title: "How", text: "Like this.", steps, cta: null }} />);
  const items = within(screen.getByRole("list")).getAllByRole("listitem");
  expect(items.map((item) => within(item).getByRole("heading", { level: 3 }).textContent)).toEqual(["Choose", "Order"]);
  expect(screen.getByText("1").getAttribute("aria-hidden")).toBe("true");
});

test("shortcuts lead where they say; one that leads nowhere is only told", () => {
  const shortcuts = [
    { title: "Roster", text: "Paste it", link: link("/quick-order", "Roster"), icon: "list", image: null },
    { title: "By phone", text: "7 to 7", link: null, icon: "nothing", image: null },
  ];
  renderPage(<Shortcuts section={{ kind: "shortcuts", uid: "s", title: "Ways", shortcuts }} />);
  const region = screen.getByRole("region", { name: "Ways" });
  expect(within(region).getAllByRole("link")).toHaveLength(1);
  expect(
    within(region)
      .getByRole("link", { name: /Roster/ })
      .getAttribute("href"),
  ).toBe("/quick-order");
  expect(within(region).getByText("By phone")).toBeTruthy();
});

test("departments and panels are headings with links of their own", () => {
  const links = [link("/c/a/b/", "Below")];
  const departments = [{ title: "Match day", link: link("/c/a/", "Match day"), image, links }];
  const panels = [{ title: "Spirit", text: "Squads.", link: link("/c/cheer/", "Enter"), image, ground: "primary" }];
  renderPage(
    <>
      <Departments section={{ kind: "departments", uid: "d", title: "By department", text: "", departments }} />
      <Panels section={{ kind: "panels", uid: "p", title: "Two houses", panels }} />
    </>,
  );
  const index = screen.getByRole("region", { name: "By department" });
  expect(within(index).getByRole("link", { name: "Match day" }).getAttribute("href")).toBe("/c/a/");
  expect(within(index).getByRole("link", { name: "Below" }).getAttribute("href")).toBe("/c/a/b/");
  const houses = screen.getByRole("region", { name: "Two houses" });
  expect(within(houses).getByRole("heading", { level: 3, name: "Spirit" })).toBeTruthy();
  expect(within(houses).getByRole("link", { name: "Enter" }).getAttribute("href")).toBe("/c/cheer/");
});
