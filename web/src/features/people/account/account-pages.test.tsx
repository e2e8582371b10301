// The account's navigation with its collapsible links, signed-in devices, certificates, and the sign-out that stays.
import type { DeviceView, SessionView, Site } from "@fieldhouse/rules";
import { expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { coach } from "../../../../test/account-samples";
import { otherWindow } from "../../../../test/other-window";
import { type RenderedPage, renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi } from "../../../../test/stub-api";
import { bareShell } from "../../../shared/site";
import { Route, Routes } from "../../../ui/router";
import AccountPanel from "../../shell/shell/AccountPanel";
import AccountArea from "./AccountArea";
import { browserPage } from "./browser-page";

const user = () => userEvent.setup();

function signedIn(session: Partial<SessionView> = {}): StubApi {
  return stubApi({
    "GET /api/auth/session": () => ({ ...coach, ...session }),
    "GET /api/account/addresses": () => ({ defaults: [], addresses: [] }),
    "GET /api/account/certificates": () => ({ certificates: [] }),
  });
}

function at(path: string, site: Site = "fieldhouse"): RenderedPage {
  return renderPage(
    <Routes>
      <Route path="/my-account/*" element={<AccountArea />} />
    </Routes>,
    path,
    bareShell(site),
  );
}

/** The navigation beside the page; the one of small screens is the same. */
async function navigation() {
  return within((await screen.findAllByRole("navigation", { name: "My Account" }))[0] as HTMLElement);
}

test("sub-links open and close, and those of the section one is in are open", async () => {
  signedIn();
  at("/my-account/certificates/");
  const shown = await navigation();
  const link = shown.getByRole("link", { name: "Certificates" });
  expect(link.getAttribute("href")).toBe("/my-account/certificates/");
  expect(link.className).toContain("font-bold");
  expect(shown.getByRole("link", { name: "Order Status" }).className).not.toContain("font-bold");
  const closed = shown.getByRole("button", { name: "Links of Account Information" });
  expect(closed.getAttribute("aria-expanded")).toBe("false");
  expect(shown.queryByRole("link", { name: "Signed-in Devices" })).toBeNull();
  await user().click(closed);
  expect(closed.getAttribute("aria-expanded")).toBe("true");
  expect(shown.getByRole("link", { name: "Signed-in Devices" }).getAttribute("href")).toBe(
    "/my-account/account-information/devices/",
  );
  const open = shown.getByRole("button", { name: "Links of Order Status" });
  await user().click(open);
  expect(shown.queryByRole("link", { name: "Certificates" })).toBeNull();
});

test("the club connection has no certificates link", async () => {
  signedIn();
  at("/my-account/", "athleticconnection");
  const shown = await navigation();
  expect(shown.getByRole("link", { name: "Order Status" })).toBeTruthy();
  expect(shown.queryByRole("button", { name: "Links of Order Status" })).toBeNull();
  expect(shown.queryByRole("link", { name: "Certificates" })).toBeNull();
});

test("'Certificate Reporting' is there with showCertReporting only, link and page", async () => {
  signedIn({ businessUnit: [{ role: "sold-to", key: "NORTH" }] });
  const without = at("/my-account/certificate-reporting/");
  expect(await screen.findByRole("heading", { level: 1, name: "Out of bounds" })).toBeTruthy();
  expect((await navigation()).queryByRole("link", { name: "Certificate Reporting" })).toBeNull();
  without.unmount();
  signedIn({ businessUnit: [{ role: "sold-to", key: "NORTH" }], showCertReporting: true });
  at("/my-account/certificate-reporting/");
  expect(await screen.findByRole("heading", { level: 1, name: "Certificate Reporting" })).toBeTruthy();
  const link = (await navigation()).getByRole("link", { name: "Certificate Reporting" });
  expect(link.getAttribute("href")).toBe("/my-account/certificate-reporting/");
  const frame = screen.getByTitle("Certificate Reporting") as HTMLIFrameElement;
  expect(new URL(frame.src).searchParams.get("EMAILORCUSTNUM")).toBe("NORTH");
});

test("a customer that cannot be read is logged, and nothing of it is shown", async () => {
  const api = signedIn();
  api.on("GET /api/account", () => problem(500));
  const logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
  at("/my-account/");
  await screen.findByRole("heading", { level: 1, name: "Hello, Pat" });
  await waitFor(() => expect(logged).toHaveBeenCalledWith("the customer could not be read", expect.anything()));
  expect(screen.queryByRole("heading", { name: "Account Information" })).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(await screen.findByRole("heading", { name: "Address Book" })).toBeTruthy();
  logged.mockRestore();
});

test("a dashboard of which nothing can be read says so, and is read again", async () => {
  const api = signedIn();
  const routes = ["/api/account", "/api/account/addresses", "/api/account/home"].map((path) => `GET ${path}`);
  for (const route of routes) api.on(route, () => problem(503));
  const logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
  at("/my-account/");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The store could not answer.");
  const asked = () => routes.map((route) => api.by("GET").filter(({ url }) => `GET ${url}` === route).length);
  const before = asked();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(asked()).toEqual(before.map((count) => count + 1)));
  logged.mockRestore();
});

const device = (id: string, name: string, current = false): DeviceView => ({
  id,
  name,
  kind: "computer",
  network: current ? "" : "203.0.113.*",
  current,
  signedInAt: "2026-11-18T12:00:00Z",
  seenAt: "2026-11-20T12:00:00Z",
});
const devices = [
  device("a", "Firefox on Linux", true),
  device("b", "Safari on iPhone"),
  device("c", "Edge on Windows"),
];

test("devices are listed with this one marked; one is signed out, then all others", async () => {
  const api = signedIn();
  api.on("GET /api/account/devices", () => ({ devices }));
  at("/my-account/account-information/devices/");
  const list = await screen.findByRole("list", { name: "Signed-in devices" });
  const [here, phone] = within(list).getAllByRole("listitem");
  expect(here?.textContent).toContain("This device");
  expect(phone?.textContent).toMatch(
    /Signed in Nov 18, 2026, \d+:00\s[AP]M from network 203\.0\.113\.\*, last seen Nov 20, 2026/,
  );
  expect(here?.textContent).not.toContain("network");
  expect(phone?.textContent).not.toContain("This device");
  api.on("DELETE /api/account/devices/b", () => new Response(null, { status: 204 }));
  await user().click(screen.getByRole("button", { name: "Sign out Safari on iPhone" }));
  expect(await screen.findByText("Safari on iPhone was signed out.")).toBeTruthy();
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  expect(document.activeElement).toBe(list);
  api.on("POST /api/account/devices/sign-out-others", () => ({ devices: devices.slice(0, 1) }));
  await user().click(screen.getByRole("button", { name: "Sign out all other devices" }));
  expect(await screen.findByText("All other devices were signed out.")).toBeTruthy();
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Sign out all other devices" })).toBeNull();
});

test("certificates are listed with the order that used them", async () => {
  const api = signedIn();
  api.on("GET /api/account/certificates", () => ({
    certificates: [
      { number: "GIFT-50-2", amount: "$50.00", orderId: null, orderNumber: null },
      { number: "GIFT-50-1", amount: "$50.00", orderId: "o1", orderNumber: "FH-100001" },
    ],
  }));
  at("/my-account/certificates/");
  const list = within(await screen.findByRole("list", { name: "Your certificates" }));
  expect(list.getByRole("link", { name: "On your cart" }).getAttribute("href")).toBe("/cart");
  expect(list.getByRole("link", { name: "FH-100001" }).getAttribute("href")).toBe("/order?id=o1");
  expect(screen.getByRole("link", { name: "Look up a certificate" }).getAttribute("href")).toBe("/gift-certificate");
});

test("signing out in the header stays on the page, and leaves an account page for home; the other windows are told", async () => {
  const api = signedIn();
  api.on("POST /api/auth/signout", () => new Response(null, { status: 204 }));
  const stays = jest.spyOn(browserPage, "reload").mockImplementation(() => undefined);
  const home = jest.spyOn(browserPage, "goTo").mockImplementation(() => undefined);
  stays.mockClear();
  home.mockClear();
  const another = otherWindow();
  const list = renderPage(<AccountPanel onLeave={() => undefined} />, "/c/football/");
  await user().click(await screen.findByRole("button", { name: "Sign Out" }));
  await waitFor(() => expect(stays).toHaveBeenCalledTimes(1));
  expect(another.heardOfPerson()).toBe(1);
  another.close();
  expect(home).not.toHaveBeenCalled();
  list.unmount();
  renderPage(<AccountPanel onLeave={() => undefined} />, "/my-account/address-book/");
  await user().click(await screen.findByRole("button", { name: "Sign Out" }));
  await waitFor(() => expect(home).toHaveBeenCalledWith("/"));
  expect(stays).toHaveBeenCalledTimes(1);
});
