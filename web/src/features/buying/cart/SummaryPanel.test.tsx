// The order summary on small and large screens.
import { beforeEach, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { summary } from "../../../../test/cart-samples";
import { renderPage } from "../../../../test/render-page";
import { stubApi } from "../../../../test/stub-api";
import { SummaryPanel } from "./SummaryPanel";

const media = (wide: boolean) => {
  window.matchMedia = () => ({ matches: wide, addEventListener() {}, removeEventListener() {} }) as never;
};

beforeEach(() => void stubApi());

test("on large screens it always stands open", () => {
  media(true);
  renderPage(<SummaryPanel summary={summary()} />);
  expect(screen.getByRole("region", { name: "Order Summary" })).toBeTruthy();
  expect(screen.getByText("Merchandise Total")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Order Summary/ })).toBeNull();
});

test("on small screens it opens on demand, holds the page's scrolling meanwhile, and closes on Escape", async () => {
  media(false);
  renderPage(<SummaryPanel summary={summary()} action={<button type="button">Proceed</button>} />);
  const toggle = screen.getByRole("button", { name: /^Order Summary/ });
  const panel = document.getElementById(toggle.getAttribute("aria-controls") ?? "");
  const { style } = document.documentElement;
  expect([toggle.getAttribute("aria-expanded"), panel?.inert ?? panel?.hasAttribute("inert")]).toEqual(["false", true]);
  expect(toggle.textContent).toContain("$300.00");
  expect(screen.getByRole("button", { name: "Proceed" })).toBeTruthy();
  await userEvent.click(toggle);
  expect([toggle.getAttribute("aria-expanded"), style.overflow]).toEqual(["true", "hidden"]);
  await userEvent.keyboard("{Escape}");
  expect([toggle.getAttribute("aria-expanded"), style.overflow]).toEqual(["false", ""]);
  expect(document.activeElement).toBe(toggle);
});
