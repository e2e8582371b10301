// Commands: what the page offers, queues and pages by name, and what has a fragment in it; by keyboard alone.
import { expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk, deskOrder, somebody } from "../../../test/desk-samples";
import { stubApi } from "../../../test/stub-api";
import { Route, Routes, useLocation } from "../../ui/router";
import { OrderPage } from "../features/orders/OrderPage";
import { Frame } from "./Frame";

const counted = (text: string) => ({ orders: { count: Number(text), more: false }, text });
const queues = {
  queues: [
    { queue: "awaiting_approval", label: "To approve", ...counted("3") },
    { queue: "on_hold", label: "On hold", ...counted("7") },
    { queue: "delivered", label: "Delivered", ...counted("9") },
  ],
  late: counted("2"),
  due: counted("0"),
  credits: counted("0"),
  edits: counted("0"),
};

function Place() {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}

function open(order = deskOrder(), permissions: string[] = []) {
  const shown = { number: "FH-1", id: "o-9", site: "fieldhouse", status: "Confirmed", shipTo: "Lincoln High School" };
  const api = stubApi({
    "GET /desk/api/orders/o-1": () => order,
    "GET /desk/api/orders/o-1/events*": () => [],
    "POST /desk/api/orders/o-1/look": () => ({ text: "" }),
    "GET /desk/api/queues": () => queues,
    "GET /desk/api/views": () => [],
    "GET /desk/api/orders?*": () => ({ orders: [{ ...shown, placedAt: "2026-11-20T12:00:00Z" }], next: null }),
    "GET /desk/api/units*": () => [{ key: "LHS", name: "Lincoln Athletics", site: "usgames" }],
    "GET /desk/api/articles*": () =>
      Array.from({ length: 9 }, (_, nth) => ({ sku: `A/${nth}`, name: "Lincoln jersey", options: "", price: "" })),
  });
  atTheDesk(
    <Frame>
      <Place />
      <Routes>
        <Route path="orders/:id" element={<OrderPage />} />
        <Route path="*" element={<h1>Another page</h1>} />
      </Routes>
    </Frame>,
    {
      at: "/orders/o-1",
      session: { ...somebody, allowed: [...somebody.allowed, ...permissions.map((permission) => ({ permission }))] },
    },
  );
  return api;
}

async function commands(typed = "") {
  const user = userEvent.setup();
  await user.keyboard("{Control>}k{/Control}");
  const box = within(await screen.findByRole("dialog", { name: "Commands" }));
  if (typed) await user.type(box.getByRole("combobox"), typed);
  const options = () => box.getAllByRole("option").map((option) => option.textContent);
  return { user, box, options };
}

test("the box has the acts of the order that is open, and they open its windows", async () => {
  open(deskOrder({ acts: ["hold", "release", "cancel", "refund", "edit", "pick"] }));
  await screen.findByRole("heading", { name: "Order FH-100001" });
  const { user, options } = await commands();
  const about = "Order FH-100001";
  expect(options().slice(0, 6)).toEqual(
    ["Credit", "Cancel pieces", "Edit", "Hold", "Release", "Pick"].map((act) => act + about),
  );
  // What begins with it comes first, and is what Enter takes.
  await user.keyboard("edit");
  await waitFor(() => expect(options()).toEqual([`Edit${about}`, `Credit${about}`]));
  await user.keyboard("{Backspace>4/}hold");
  await waitFor(() => expect(options()).toEqual([`Hold${about}`, "On holdQueue, 7"]));
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Hold FH-100001" });
  expect(screen.queryByRole("dialog", { name: "Commands" })).toBeNull();
});

test("what may not be done is not offered, and nothing is once the order is left", async () => {
  open(deskOrder({ acts: ["cancel"] }));
  await screen.findByRole("heading", { name: "Order FH-100001" });
  const { user, options } = await commands();
  expect(options().filter((text) => text?.includes("FH-100001"))).toEqual(["Cancel piecesOrder FH-100001"]);
  await user.keyboard("my account{Enter}");
  await screen.findByRole("heading", { name: "Another page" });
  const again = await commands();
  expect(again.options().filter((text) => text?.includes("FH-100001"))).toEqual([]);
});

test("what is packed is shipped from the box, and papers are printed from it", async () => {
  const shipment = { id: "s-1", number: 1, state: "picked" as const, lines: [], parcels: [] };
  const away = { ...shipment, shippedAt: null, deliveredAt: null };
  const opened = jest.spyOn(globalThis, "open").mockReturnValue(null);
  open(
    deskOrder({
      acts: ["ship"],
      shipments: [away, { ...away, id: "s-2", number: 2, state: "cancelled" }],
      documents: [{ kind: "pick-list", label: "Pick list" }],
    }),
  );
  await screen.findByRole("heading", { name: "Order FH-100001" });
  const { user, options } = await commands();
  const about = "Order FH-100001";
  expect(options().filter((text) => text?.endsWith(about))).toEqual(
    ["Ship shipment 1", "Print: Pick list", "Print: Packing slip 1"].map((act) => act + about),
  );
  await user.keyboard("pick list{Enter}");
  expect(opened).toHaveBeenLastCalledWith("/desk/api/orders/o-1/documents/pick-list", "_blank", "noopener");
  const slip = await commands("slip");
  await slip.user.keyboard("{Enter}");
  expect(opened).toHaveBeenLastCalledWith("/desk/api/orders/o-1/shipments/s-1/packing-slip", "_blank", "noopener");
  opened.mockRestore();
  const ship = await commands("ship ship");
  await ship.user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Ship shipment 1" });
});

test("queues in which something waits are there with how many", async () => {
  open();
  const { user, options } = await commands();
  await waitFor(() => expect(options().filter((text) => text?.includes("Queue,"))).toHaveLength(3));
  expect(options().filter((text) => text?.includes("Queue,"))).toEqual([
    "To approveQueue, 3",
    "On holdQueue, 7",
    "LateQueue, 2",
  ]);
  await user.keyboard("to app{Enter}");
  await waitFor(() => expect(screen.getByTestId("place").textContent).toBe("/orders?queue=awaiting_approval"));
});

test("business units and articles are found by a fragment, a few of each", async () => {
  open(deskOrder(), ["catalogue.view"]);
  const { user, options } = await commands("linc");
  await waitFor(() => expect(options()).toHaveLength(5));
  expect(options().slice(1)).toEqual([
    "Lincoln AthleticsBusiness unit, usgames",
    "A/0 · Lincoln jerseyArticle",
    "A/1 · Lincoln jerseyArticle",
    "A/2 · Lincoln jerseyArticle",
  ]);
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(screen.getByTestId("place").textContent).toBe("/orders?site=usgames&unit=LHS"));
  const again = await commands("linc");
  await waitFor(() => expect(again.options()).toHaveLength(5));
  await again.user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await waitFor(() => expect(screen.getByTestId("place").textContent).toBe("/stock/A%2F0"));
});

test("who may not see the catalogue is not asked about articles", async () => {
  const api = open();
  const { options } = await commands("linc");
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(api.by("GET").some(({ url }) => url.startsWith("/desk/api/articles"))).toBe(false);
});
