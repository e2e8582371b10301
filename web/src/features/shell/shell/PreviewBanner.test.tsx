// The banner over every page of a preview.
import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { renderPage } from "../../../../test/render-page";
import { bareShell } from "../../../shared/site";
import { PreviewBanner } from "./PreviewBanner";

const preview = { until: "2026-11-21T12:00:00Z", leaveHref: "/preview/leave" };

test("a preview says that these are drafts, until when, and the way out", () => {
  renderPage(<PreviewBanner />, "/", { ...bareShell("usgames"), preview });
  const banner = screen.getByRole("complementary", { name: "Preview" });
  expect(banner.textContent).toContain("drafts that nobody else sees, until 2026-11-21 12:00 UTC.");
  expect(within(banner).getByRole("link", { name: "Leave preview" }).getAttribute("href")).toBe("/preview/leave");
});

test("without a preview there is no banner", () => {
  renderPage(<PreviewBanner />, "/", bareShell("usgames"));
  expect(screen.queryByRole("complementary")).toBeNull();
});
