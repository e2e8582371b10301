// Pages of a list: real links, gaps, and where one is.
import { formatCents } from "@fieldhouse/rules";
import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import { Pagination, shownPages } from "./Pagination";
import { MemoryRouter } from "./router";

test("shows first, last and the neighbours, with a gap only where two or more pages are left out", () => {
  expect(shownPages(1, 1)).toEqual([1]);
  expect(shownPages(5, 9)).toEqual([1, 0, 4, 5, 6, 0, 9]);
  expect(shownPages(3, 9)).toEqual([1, 2, 3, 4, 0, 9]);
  expect(shownPages(9, 9)).toEqual([1, 0, 8, 9]);
  expect(shownPages(4, 5)).toEqual([1, 2, 3, 4, 5]);
});

test("every page is a link with its address, and the current one says so", () => {
  render(
    <MemoryRouter at="/">
      <Pagination page={2} pages={3} label="Pages" hrefOf={(page) => `/search/?page=${page}`} />
    </MemoryRouter>,
  );
  expect(screen.getByRole("link", { name: "Page 3" }).getAttribute("href")).toBe("/search/?page=3");
  expect(screen.getByRole("link", { name: "Page 2" }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "Previous page" }).getAttribute("href")).toBe("/search/?page=1");
  expect(formatCents(123450)).toBe("$1,234.50");
});
