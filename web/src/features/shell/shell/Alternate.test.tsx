// The umbrella brand's own navigation and footer, the content search, and the games brand's badge.
import type { ShellView } from "@fieldhouse/rules";
import { expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { anonymous } from "../../../../test/account-samples";
import { renderPage } from "../../../../test/render-page";
import { type StubApi, stubApi } from "../../../../test/stub-api";
import { bareShell } from "../../../shared/site";
import Footer from "./Footer";
import { Header } from "./Header";

const link = (title: string, href: string) => ({ title, href, newTab: false });
const hit = (title: string) => ({
  title,
  href: `/learning-corner/${title.toLowerCase()}/`,
  description: "D",
  image: null,
});

const umbrella: ShellView = {
  ...bareShell("varsitybrands"),
  footer: {
    ...bareShell("varsitybrands").footer,
    divisionLinks: [
      { title: "Varsity Spirit", links: [link("Cheer", "/c/cheer/")] },
      { title: "Varsity Achievement", links: [link("Graduation", "/c/graduation/")] },
      { title: "Somebody else", links: [link("Other", "/c/other/")] },
    ],
  },
};

function serve(): StubApi {
  return stubApi({
    "GET /api/auth/session": () => anonymous,
    "GET /api/content/search?query=gowns": () => ({ query: "gowns", hits: [hit("Gowns"), hit("Tassels")] }),
    "GET /api/content/search?query=zebra": () => ({ query: "zebra", hits: [] }),
  });
}

const searches = (api: StubApi) => api.sent.filter((call) => call.url.startsWith("/api/content/search"));

async function openSearch() {
  await userEvent.click(screen.getByRole("button", { name: "I'm looking for..." }));
  return screen.findByRole("dialog", { name: "Search the learning corner" });
}

test("only the brand with the alternate navigation has the content search", () => {
  serve();
  const brand = renderPage(<Header />, "/");
  expect(screen.queryByRole("button", { name: "I'm looking for..." })).toBeNull();
  brand.unmount();
  renderPage(<Header />, "/", umbrella);
  expect(screen.getByRole("button", { name: "I'm looking for..." })).toBeTruthy();
  expect(screen.getByRole("img", { name: "Varsity Brands home" })).toBeTruthy();
});

test("the overlay asks the learning corner and leads to an article", async () => {
  const api = serve();
  const page = renderPage(<Header />, "/", umbrella);
  const overlay = await openSearch();
  const field = within(overlay).getByPlaceholderText("I'm looking for...");
  await userEvent.type(field, "gowns");
  const article = await within(overlay).findByRole("link", { name: /Gowns/ });
  expect(within(overlay).getAllByRole("link")).toHaveLength(2);
  expect(searches(api).at(-1)?.url).toBe("/api/content/search?query=gowns");
  await userEvent.click(article);
  expect(page.address()).toBe("/learning-corner/gowns/");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a blank query asks nothing and finds nothing, and one without hits says so", async () => {
  const api = serve();
  renderPage(<Header />, "/", umbrella);
  const overlay = await openSearch();
  const field = within(overlay).getByPlaceholderText("I'm looking for...");
  await userEvent.type(field, "   ");
  expect(within(overlay).queryByRole("list")).toBeNull();
  expect(within(overlay).getByText(/^No results for/)).toBeTruthy();
  await userEvent.clear(field);
  expect(within(overlay).queryByText(/^No results for/)).toBeNull();
  await userEvent.type(field, "zebra");
  expect(await within(overlay).findByText("No results for zebra")).toBeTruthy();
  expect(searches(api).every((call) => call.url !== "/api/content/search?query=")).toBe(true);
  await userEvent.clear(field);
  await waitFor(() => expect(within(overlay).queryByText(/No results for/)).toBeNull());
});

test("Escape closes the overlay", async () => {
  serve();
  renderPage(<Header />, "/", umbrella);
  await openSearch();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a press on the backdrop closes the overlay", async () => {
  serve();
  renderPage(<Header />, "/", umbrella);
  await openSearch();
  await userEvent.click(document.querySelector(".bg-black\\/50") as Element);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the alternate footer has division links, and a logo where a division's title has one", () => {
  serve();
  renderPage(<Footer />, "/", umbrella);
  const divisions = screen.getByRole("region", { name: "Divisions" });
  expect(within(divisions).getByRole("link", { name: "Graduation" }).getAttribute("href")).toBe("/c/graduation/");
  const logos = within(divisions).getAllByRole("img");
  expect(logos.map((logo) => logo.getAttribute("aria-label"))).toEqual([
    "Varsity Spirit logo",
    "Varsity Achievement logo",
  ]);
});

test("the games brand guarantees satisfaction and links to two brands by their logos; others do not", () => {
  serve();
  const footer = { openUrl: "https://open.example/", bsnUrl: "https://bsn.example/" };
  const games = bareShell("usgames");
  const page = renderPage(<Footer />, "/", { ...games, footer: { ...games.footer, ...footer } });
  expect(screen.getByText("Satisfaction guaranteed")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open curriculum" }).getAttribute("href")).toBe("https://open.example/");
  expect(screen.getByRole("link", { name: "Fieldhouse" }).getAttribute("href")).toBe("https://bsn.example/");
  page.unmount();
  renderPage(<Footer />, "/", { ...umbrella, footer: { ...umbrella.footer, ...footer } });
  expect(screen.queryByText("Satisfaction guaranteed")).toBeNull();
});

test("an icon link that leads nowhere is logged only", () => {
  const logged = jest.spyOn(console, "error").mockImplementation(() => {});
  serve();
  const getInTouch = [{ link: link("Nowhere", ""), icon: "phone" }];
  renderPage(<Footer />, "/", { ...umbrella, footer: { ...umbrella.footer, getInTouch } });
  expect(screen.queryByText("Nowhere")).toBeNull();
  expect(logged.mock.calls[0]).toEqual(["an icon link leads nowhere", "Nowhere"]);
  logged.mockRestore();
});

test("the footer takes the theme that content names", () => {
  serve();
  const themed = (themeName: string) => {
    const page = renderPage(<Footer />, "/", { ...umbrella, footer: { ...umbrella.footer, themeName } });
    const { dataset, className } = screen.getByRole("contentinfo");
    page.unmount();
    return { theme: dataset.theme, dark: className.includes("on-dark") };
  };
  expect(["", "dark", "light"].map(themed)).toEqual([
    { theme: undefined, dark: true },
    { theme: "dark", dark: true },
    { theme: "light", dark: false },
  ]);
});

test("a legal link with a class marker points at the footer and carries the class", () => {
  serve();
  const legalLinks = [
    { ...link("Privacy", "/privacy/"), className: "" },
    { ...link("Your choices", "/elsewhere/"), className: "consent-window" },
    { ...link("Privacy choices", ""), className: "privacy-choices" },
  ];
  renderPage(<Footer />, "/", {
    ...umbrella,
    footer: { ...umbrella.footer, legalLinks },
    formDrawer: { header: "H", stickyButtonText: "S", forms: ["quote", "privacy-choices"] },
  });
  expect(screen.getByRole("link", { name: "Privacy" }).getAttribute("href")).toBe("/privacy/");
  const marked = screen.getByRole("link", { name: "Your choices" });
  expect([marked.getAttribute("href"), marked.classList.contains("consent-window")]).toEqual(["#footer", true]);
  expect(marked.hasAttribute("data-open-form-drawer")).toBe(false);
  const form = screen.getByRole("link", { name: "Privacy choices" });
  expect(form.getAttribute("data-open-form-drawer")).toBe("privacy-choices");
});
