// The frame offers what somebody may do, and its keys act for the page alone.
import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk, somebody } from "../../../test/desk-samples";
import { stubApi } from "../../../test/stub-api";
import { useLocation } from "../../ui/router";
import { Frame } from "./Frame";

const queues = {
  queues: [{ queue: "on_hold", label: "On hold", orders: { count: 10_000, more: true }, text: "10,000+" }],
  late: { orders: { count: 3, more: false }, text: "3" },
  due: { orders: { count: 0, more: false }, text: "0" },
};

function Place() {
  const { pathname, search } = useLocation();
  return <h1>{pathname + search}</h1>;
}

function open(...permissions: string[]) {
  stubApi({ "GET /desk/api/queues": () => queues });
  const allowed = permissions.map((permission) => ({ permission }));
  atTheDesk(
    <Frame>
      <Place />
    </Frame>,
    { session: { ...somebody, allowed } },
  );
}

const links = () => screen.getAllByRole("link").map((link) => link.textContent);

test("who sees no orders is offered none, and no search", () => {
  open("audit.own");
  expect(links()).toEqual(["Skip to the page", "Fieldhouse desk", "Audit", "My account: Dana Okoye"]);
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("queues stand with their counts, and staff for who may see them", async () => {
  open("orders.view", "staff.view");
  await screen.findByRole("link", { name: "On hold 10,000+" });
  expect(links().slice(2)).toEqual([
    "Queues",
    "On hold10,000+",
    "Late3",
    "All orders",
    "Reports",
    "Staff",
    "Roles",
    "My account: Dana Okoye",
  ]);
});

test("a search is an address; letters typed in it are no keys", async () => {
  const user = userEvent.setup();
  open("orders.view");
  await user.keyboard("/");
  const box = screen.getByRole<HTMLInputElement>("searchbox");
  expect(document.activeElement).toBe(box);
  await user.keyboard("go?{Enter}");
  await waitFor(() => expect(screen.getByRole("heading").textContent).toBe("/orders?q=go%3F"));
  await user.keyboard("g");
  expect(screen.getByRole("heading").textContent).toBe("/");
  await user.keyboard("?");
  expect((await screen.findByRole("dialog")).textContent).toContain("Next row");
  await user.keyboard("o");
  expect(screen.getByText("/", { selector: "h1" })).toBeTruthy();
});

test("the page that is shown is in sight in the menu, also once lists above it have come", async () => {
  const seen: string[] = [];
  const original = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function note(this: Element) {
    seen.push(this.textContent ?? "");
  };
  const user = userEvent.setup();
  const view = { id: "v-1", name: "Ours", own: true, by: "", ask: { site: "usgames" } };
  let answer: (views: object[]) => void = () => {};
  stubApi({
    "GET /desk/api/queues": () => queues,
    "GET /desk/api/views": () => new Promise<object[]>((done) => (answer = done)),
    "GET /desk/api/orders/count*": () => ({ orders: { count: 1, more: false }, text: "1" }),
  });
  atTheDesk(
    <Frame>
      <Place />
    </Frame>,
    { session: { ...somebody, allowed: [{ permission: "orders.view" }, { permission: "audit.own" }] } },
  );
  await user.click(screen.getByRole("link", { name: "Audit" }));
  await waitFor(() => expect(seen.at(-1)).toBe("Audit"));
  const before = seen.length;
  answer([view]);
  await screen.findByText("Ours");
  expect(seen.slice(before)).toEqual(["Audit"]);
  Element.prototype.scrollIntoView = original;
});

test("of several lists below one address only the one that is shown is told as the page", async () => {
  stubApi({ "GET /desk/api/queues": () => queues, "GET /desk/api/views": () => [] });
  atTheDesk(
    <Frame>
      <Place />
    </Frame>,
    { at: "/orders?queue=late", session: { ...somebody, allowed: [{ permission: "orders.view" }] } },
  );
  await screen.findByRole("link", { name: "On hold 10,000+" });
  expect(screen.getAllByRole("link", { current: "page" }).map((link) => link.textContent)).toEqual(["Late3"]);
});
