// Lists: their address is their state, filters and pages are links, empty and failed lists say so.
import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { searchView } from "../../../../test/product-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi } from "../../../../test/stub-api";
import { listAddress, readListAddress } from "../../../shared/list-address";
import { ListPage } from "./ListPage";

test("an address is read and written without loss", () => {
  for (const address of [
    "/search/?query=practice%20jersey&category=football%2Fpractice&brand=A&brand=B&sort=price-asc&page=3",
    "/c/football/practice/?color=Navy&size=2XL&price=0-2500",
    "/search/",
  ]) {
    const [path = "", query = ""] = address.split("?");
    expect(listAddress(readListAddress(path, query === "" ? "" : `?${query}`))).toBe(address);
  }
});

test("filters are links that keep the rest and start at the first page", async () => {
  stubApi({ "GET /api/search*": () => searchView() });
  renderPage(<ListPage />, "/c/apparel/?color=Navy&page=2");
  const filters = await screen.findByRole("complementary", { name: "Filters" });
  const scarlet = within(filters).getByRole("link", { name: /Scarlet/ });
  expect(scarlet.getAttribute("href")).toBe("/c/apparel/?color=Navy&color=Scarlet");
  const navy = within(filters).getByRole("link", { name: /Navy/ });
  expect(navy.getAttribute("aria-current")).toBe("true");
  expect(navy.getAttribute("href")).toBe("/c/apparel/");
  expect(within(filters).getByRole("link", { name: "M, 30 products" }).getAttribute("href")).toBe(
    "/c/apparel/?color=Navy&size=M",
  );
});

test("what is chosen shows as chips that take it away", async () => {
  stubApi({ "GET /api/search*": () => searchView() });
  const page = renderPage(<ListPage />, "/c/apparel/?color=Navy");
  const chips = await screen.findByRole("list", { name: "Chosen filters" });
  await userEvent.click(within(chips).getByRole("link", { name: "Remove Navy" }));
  expect(page.address()).toBe("/c/apparel/");
});

test("sorting and pages change the address", async () => {
  stubApi({ "GET /api/search*": () => searchView() });
  const page = renderPage(<ListPage />, "/c/apparel/");
  await userEvent.selectOptions(await screen.findByLabelText("Sort by"), "Price, low to high");
  expect(page.address()).toBe("/c/apparel/?sort=price-asc");
  const next = await screen.findByRole("link", { name: "Page 2" });
  expect(next.getAttribute("href")).toBe("/c/apparel/?sort=price-asc&page=2");
});

test("an empty list offers a way on, and names what was searched", async () => {
  stubApi({ "GET /api/search*": () => searchView({ hits: [], nbHits: 0, nbPages: 0, facets: [], query: "zzz" }) });
  renderPage(<ListPage />, "/search/?query=zzz");
  expect(await screen.findByRole("heading", { name: "No results for “zzz”" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back To Shopping" })).toBeTruthy();
});

test("a corrected query is told", async () => {
  stubApi({ "GET /api/search*": () => searchView({ query: "jersy", correctedQuery: "jersey" }) });
  renderPage(<ListPage />, "/search/?query=jersy");
  expect((await screen.findByText(/Nothing matched/)).textContent).toContain("Showing results for jersey");
});

test("a failed list can be tried again; an unknown category is not found", async () => {
  const api = stubApi({ "GET /api/search*": () => problem(500, { requestId: "r-1" }) });
  renderPage(<ListPage />, "/c/apparel/");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Reference r-1");
  api.on("GET /api/search*", () => searchView());
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Apparel" })).toBeTruthy();

  api.on("GET /api/search*", () => problem(404));
  renderPage(<ListPage />, "/c/nowhere/");
  expect(await screen.findByRole("heading", { name: "Out of bounds" })).toBeTruthy();
});
