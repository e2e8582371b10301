// The page at the shelf: who else has the order open, and what picking answers is set into what was seen.
import { expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk, deskLine, deskOrder } from "../../../../test/desk-samples";
import { stubApi } from "../../../../test/stub-api";
import { Route, Routes } from "../../../ui/router";
import { PickPage } from "./PickPage";

test("picking names the version that was seen, and what it changed is set in without reading the order again", async () => {
  const user = userEvent.setup();
  const order = deskOrder({ lines: [deskLine(1), deskLine(2)], lineCount: 3 });
  const api = stubApi({
    "GET /desk/api/orders/o-1": () => order,
    "GET /desk/api/orders/o-1/lines*": () => ({ lines: [deskLine(3)], lineCount: 3 }),
    "POST /desk/api/orders/o-1/look": () => ({ text: "Kim Lee has it open" }),
    "POST /desk/api/orders/o-1/shipments": () => ({
      order: { ...order.order, version: 8 },
      ledger: { ordered: 36, picked: 13 },
      acts: order.acts,
      picked: [
        {
          position: 1,
          ledger: { ordered: 12, picked: 12 },
          outstanding: 12,
          toPick: 0,
          toPickPlayers: [],
          outstandingPlayers: [],
        },
        {
          position: 3,
          ledger: { ordered: 12, picked: 1 },
          outstanding: 12,
          toPick: 11,
          toPickPlayers: [],
          outstandingPlayers: [],
        },
      ],
      shipments: [],
      documents: [],
      timeline: [],
    }),
  });
  atTheDesk(
    <Routes>
      <Route path="pick/:id" element={<PickPage />} />
    </Routes>,
    { at: "/pick/o-1" },
  );
  await screen.findByText("Kim Lee has it open");
  await screen.findByText("36 pieces on 3 lines to pick.");
  const box = screen.getByLabelText("Scan or type a sku");
  for (const sku of [...Array<string>(12).fill("SKU-1"), "sku-3"]) await user.type(box, `${sku}{Enter}`);
  await user.click(screen.getByRole("button", { name: "Pick these 13 pieces of 36" }));
  await screen.findByText("13 pieces picked. What is left stands below.");
  const [sent] = api.by("POST").filter(({ url }) => url.endsWith("/shipments"));
  expect(sent?.body).toEqual({
    version: 7,
    draft: {
      lines: [
        { position: 1, quantity: 12 },
        { position: 3, quantity: 1 },
      ],
      players: [],
    },
  });
  expect(screen.queryByText("SKU-1")).toBeNull();
  expect(screen.getByText("SKU-3").closest("li")?.textContent).toContain("0 of 11");
  const read = api.by("GET").map(({ url }) => url.replace(/\?.*/, ""));
  expect(read.filter((url) => url === "/desk/api/orders/o-1")).toHaveLength(1);
  expect(read.filter((url) => url === "/desk/api/orders/o-1/lines")).toHaveLength(1);
}, 20_000);
