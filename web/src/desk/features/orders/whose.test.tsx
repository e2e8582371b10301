// Whose pieces are picked or canceled, of a line with a name for each: the rules' next ones, or those that somebody chooses.
import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { atTheDesk, deskLine, deskOrder } from "../../../../test/desk-samples";
import { stubApi } from "../../../../test/stub-api";
import { Route, Routes } from "../../../ui/router";
import { PickPage } from "../pick/PickPage";
import { OrderPage } from "./OrderPage";

const team = ["Name: Ann", "Name: Lee", "Name: Lee", "Name: Zoe"];
const line = deskLine(1, { ledger: { ordered: 4 }, toPickPlayers: team, outstandingPlayers: team });

function open() {
  const order = deskOrder({ lines: [line], lineCount: 1 });
  const api = stubApi({
    "GET /desk/api/orders/o-1": () => order,
    "GET /desk/api/orders/o-1/events*": () => [],
    "POST /desk/api/orders/o-1/look": () => ({ text: "" }),
    "POST /desk/api/orders/o-1/cancellations": () => order,
    "POST /desk/api/orders/o-1/shipments": () => ({
      order: order.order,
      ledger: { ordered: 4, picked: 1 },
      acts: order.acts,
      picked: [],
      shipments: [],
      documents: [],
      timeline: [],
    }),
  });
  return api;
}

const page = (path: string, element: ReactNode, at: string) =>
  atTheDesk(
    <Routes>
      <Route path={path} element={element} />
    </Routes>,
    { at },
  );

const sent = (api: ReturnType<typeof open>, what: string) =>
  api.by("POST").find(({ url }) => url.endsWith(what))?.body as { draft: { players: unknown } } | undefined;

/** Which of the names are chosen, by their place. */
const chosen = (group: HTMLElement) =>
  within(group)
    .getAllByRole<HTMLInputElement>("checkbox")
    .map(({ checked }) => checked);

test("the next names are chosen, and others where somebody says so", async () => {
  const user = userEvent.setup();
  const api = open();
  page("orders/:id", <OrderPage />, "/orders/o-1");
  await user.click(await screen.findByRole("button", { name: "Cancel pieces" }));
  const window = within(screen.getByRole("dialog"));
  const pieces = window.getByLabelText("Pieces to cancel, SKU-1");
  await user.type(pieces, "4");
  expect(window.queryByRole("group", { name: "For whom" })).toBeNull();
  await user.clear(pieces);
  await user.type(pieces, "2");
  const group = window.getByRole("group", { name: "For whom" });
  const whose = within(group);
  // The last ones, and of two who are called the same the last one.
  expect(chosen(group)).toEqual([false, false, true, true]);
  await user.click(whose.getByLabelText("Name: Ann"));
  whose.getByText("Please choose 2 of these names");
  const act = window.getByRole<HTMLButtonElement>("button", { name: "Cancel 2 pieces" });
  expect(act.disabled).toBe(true);
  await user.click(whose.getByLabelText("Name: Zoe"));
  expect(chosen(group)).toEqual([true, false, true, false]);
  expect(act.disabled).toBe(false);
  await user.selectOptions(window.getByLabelText("Reason"), "Ordered twice");
  await user.click(act);
  await screen.findByText("2 pieces of FH-100001 canceled.");
  expect(sent(api, "/cancellations")?.draft.players).toEqual([{ position: 1, players: ["Name: Ann", "Name: Lee"] }]);
});

test("at the shelf the first names are picked, and who else is said with one thumb", async () => {
  const user = userEvent.setup();
  const api = open();
  page("pick/:id", <PickPage />, "/pick/o-1");
  await user.click(await screen.findByRole("button", { name: "One more of SKU-1" }));
  const group = screen.getByRole("group", { name: "For whom" });
  const whose = within(group);
  expect(chosen(group)).toEqual([true, false, false, false]);
  await user.click(whose.getByLabelText("Name: Ann"));
  await user.click(whose.getByLabelText("Name: Zoe"));
  await user.click(screen.getByRole("button", { name: "Pick these 1 piece of 4" }));
  expect(sent(api, "/shipments")?.draft.players).toEqual([{ position: 1, players: ["Name: Zoe"] }]);
});

test("whose pieces were canceled is told behind those that are kept, whatever they are called", async () => {
  const named = deskLine(1, { texts: ["Name: Ann (canceled)"], canceledPlayers: ["Name: Zoe"] });
  stubApi({
    "GET /desk/api/orders/o-1": () => deskOrder({ lines: [named], lineCount: 1 }),
    "GET /desk/api/orders/o-1/events*": () => [],
    "POST /desk/api/orders/o-1/look": () => ({ text: "" }),
  });
  page("orders/:id", <OrderPage />, "/orders/o-1");
  const told = await screen.findAllByText(/^Name: /);
  expect(told.map((text) => text.textContent)).toEqual(["Name: Ann (canceled)", "Name: Zoe (canceled)"]);
});
