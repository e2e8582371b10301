// Embedded report pages: whose they are, what they pass on, and what is said to those without access.
import type { SessionView } from "@fieldhouse/rules";
import { expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { coach } from "../../../../test/account-samples";
import { renderPage } from "../../../../test/render-page";
import { stubApi } from "../../../../test/stub-api";
import { bareShell } from "../../../shared/site";
import ReportFrame from "./ReportFrame";
import { accountReport, generalReport, reportKind, reportUnit } from "./report-address";

const units = [
  { role: "bill-to", key: "B-1" },
  { role: "sold-to", key: "S 2&x" },
];
const signedIn = (view: Partial<SessionView>) => stubApi({ "GET /api/auth/session": () => ({ ...coach, ...view }) });
const parameters = (frame: HTMLElement) => [...new URL((frame as HTMLIFrameElement).src).searchParams];

test("the kind of a report is told by its title", () => {
  expect(
    ["Order Status", "My Order Status page", "Certificate Reporting", "Ship To Home Styles"].map(reportKind),
  ).toEqual(["order-status", "order-status", "certificate-reporting", "general"]);
});

test("a report is about the unit with role sold-to, else about the first", () => {
  expect(reportUnit({ ...coach, businessUnit: units })?.key).toBe("S 2&x");
  expect(reportUnit({ ...coach, businessUnit: units.slice(0, 1) })?.key).toBe("B-1");
  expect(reportUnit(coach)).toBeUndefined();
});

test("R54: a report host elsewhere gets our values, its own scripts, and no word of where the visitor was", async () => {
  signedIn({ businessUnit: units });
  renderPage(
    <ReportFrame title="Order Status" href="https://reports.example/status?SITEID=x" />,
    "/order-status/?EMAILORCUSTNUM=evil&host=https%3A%2F%2Fevil.example#https://evil.example",
  );
  const frame = await screen.findByTitle("Order Status");
  const { origin, pathname } = new URL((frame as HTMLIFrameElement).src);
  expect(origin + pathname).toBe("https://reports.example/status");
  expect(parameters(frame).map(([name]) => name)).toEqual(["SITEID", "EMAILORCUSTNUM", "custdisplay"]);
  expect(frame.getAttribute("referrerpolicy")).toBe("no-referrer");
  expect(frame.getAttribute("sandbox")).toContain("allow-scripts");
  expect(frame.getAttribute("sandbox")).not.toContain("allow-top-navigation ");
});

test("order status passes on the site's code, the sold-to key and custdisplay, once each", async () => {
  signedIn({ businessUnit: units });
  renderPage(<ReportFrame title="Order Status" href="/reports/order-status" />, "/order-status/?SITEID=evil#x");
  const frame = await screen.findByTitle("Order Status");
  expect(parameters(frame)).toEqual([
    ["SITEID", "M_BSN"],
    ["EMAILORCUSTNUM", "S 2&x"],
    ["custdisplay", "true"],
  ]);
  expect(new URL((frame as HTMLIFrameElement).src).pathname).toBe("/reports/order-status");
  expect(frame.getAttribute("referrerpolicy")).toBe("no-referrer");
  expect(frame.getAttribute("sandbox")).not.toContain("allow-scripts");
});

test("a unit without a key is known by the customer's e-mail; each brand has its code", async () => {
  signedIn({ businessUnit: [{ role: "sold-to", key: "" }] });
  renderPage(
    <ReportFrame title="Certificate Reporting" href="/reports/certificates" />,
    "/certificate-reporting/",
    bareShell("usgames"),
  );
  expect(parameters(await screen.findByTitle("Certificate Reporting"))).toEqual([
    ["SITEID", "M_USG"],
    ["EMAILORCUSTNUM", "coach@club.example"],
  ]);
});

test("without a business unit the order may still be under way", async () => {
  signedIn({ businessUnit: [] });
  renderPage(<ReportFrame title="Order Status" href="/reports/order-status" />, "/order-status/");
  expect(
    await screen.findByText(
      "If you see this page, and you just submitted your first order on this account, our system is still working on it. You should receive an email within one business day with a link to view your order status.",
    ),
  ).toBeTruthy();
  expect(screen.getByRole("link", { name: "contact customer service" }).getAttribute("href")).toBe("/contact-us");
  expect(document.querySelector("iframe")).toBeNull();
});

test("without a business unit there is no certificate reporting", async () => {
  signedIn({ businessUnit: [] });
  renderPage(<ReportFrame title="Certificate Reporting" href="/reports/certificates" />, "/certificate-reporting/");
  expect(
    await screen.findByText(
      "If you see this page, you do not have access to gift certificate reporting. Please reach out to our Customer Service team if you require access.",
    ),
  ).toBeTruthy();
});

test("while the session is loading, the loader covers the place", () => {
  stubApi({ "GET /api/auth/session": () => new Promise<object>(() => {}) });
  renderPage(<ReportFrame title="Order Status" href="/reports/order-status" />, "/order-status/");
  expect(screen.getAllByRole("status").map((each) => each.textContent)).toContain("Loading");
});

test("a general page passes on all parameters of the page, encoded, and a bookshelf stands taller", () => {
  stubApi();
  const at = (search: string) => {
    const page = renderPage(<ReportFrame title="Ship To Home Styles" href="/reports/catalog" />, `/x/${search}`);
    const frame = screen.getByTitle("Ship To Home Styles");
    const seen = { pairs: parameters(frame), className: frame.className };
    page.unmount();
    return seen;
  };
  expect(at("?category=soccer%2Fsocks&a=b%26c&a=d").pairs).toEqual([
    ["category", "soccer/socks"],
    ["a", "b&c"],
    ["a", "d"],
  ]);
  expect(at("?BookshelfFilter=Spring").className).not.toBe(at("").className);
});

test("R54: the page's own address changes neither the frame's host nor our values", () => {
  const hostile = "?SITEID=x&siteid=y&EMAILORCUSTNUM=z&CustDisplay=1&u=%2F%2Fevil.example&h=%23a&n=a%0Ab";
  expect(generalReport("/reports/catalog?SITEID=old#x", hostile)).toBe(
    "/reports/catalog?u=%2F%2Fevil.example&h=%23a&n=a%0Ab",
  );
  expect(accountReport("/reports/order-status?SITEID=old", "M_BSN", "a&SITEID=b#c", true)).toBe(
    "/reports/order-status?SITEID=M_BSN&EMAILORCUSTNUM=a%26SITEID%3Db%23c&custdisplay=true",
  );
});
