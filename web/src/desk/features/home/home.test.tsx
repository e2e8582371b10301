// Home tells what waits, one and many, each with the way to it; what is not there is not told.
import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk, deskOrder, somebody } from "../../../../test/desk-samples";
import { stubApi } from "../../../../test/stub-api";
import { HomePage } from "./HomePage";

const counted = (text: string) => ({ orders: { count: Number(text.replace(",", "")), more: false }, text });

function open(told: { approval: string; credits: string; edits: string; parked: number; held: number }) {
  stubApi({
    "GET /desk/api/queues": () => ({
      queues: [{ queue: "awaiting_approval", label: "To approve", ...counted(told.approval) }],
      late: counted("0"),
      due: counted("0"),
      credits: counted(told.credits),
      edits: counted(told.edits),
    }),
    "GET /desk/api/orders*": () => ({ orders: [], next: null }),
    "GET /desk/api/inbox": () => ({ forms: counted("1"), changeRequests: counted("2") }),
    "GET /desk/api/jobs": () => ({
      jobs: [],
      counts: [
        { state: "parked", jobs: told.parked },
        { state: "held", jobs: told.held },
      ],
    }),
  });
  const allowed = ["orders.view", "inbox.view", "jobs.retry"].map((permission) => ({ permission }));
  atTheDesk(<HomePage />, { session: { ...somebody, allowed } });
}

const lines = () =>
  screen
    .getAllByRole("link")
    .filter((link) => !/^Open/.test(link.textContent ?? ""))
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`);

test("what is one is told as one", async () => {
  open({ approval: "1", credits: "1", edits: "1", parked: 1, held: 1 });
  await waitFor(() => expect(lines()).toHaveLength(7));
  expect(lines()).toEqual([
    "1 order waits for its unit's approval /orders?queue=awaiting_approval",
    "1 order has a credit that waits for a second person /orders?waits=credit",
    "1 order has an edit that is kept for later /orders?waits=edit",
    "1 message waits for an answer /messages",
    "2 change requests wait for an answer /messages?kind=change_request",
    "1 letter or message did not go out /jobs",
    "1 letter is kept for a mailbox that is full /jobs?state=held",
  ]);
});

test("what are many are told as many, and nothing of what is none", async () => {
  open({ approval: "1,200", credits: "2", edits: "0", parked: 0, held: 1200 });
  await waitFor(() => expect(lines()).toHaveLength(5));
  expect(lines()).toEqual([
    "1,200 orders wait for their unit's approval /orders?queue=awaiting_approval",
    "2 orders have a credit that waits for a second person /orders?waits=credit",
    "1 message waits for an answer /messages",
    "2 change requests wait for an answer /messages?kind=change_request",
    "1,200 letters are kept for mailboxes that are full /jobs?state=held",
  ]);
});

test("J and K walk the orders of all queues", async () => {
  const { order } = deskOrder();
  const listed = (id: string) => ({ orders: [{ ...order, id, number: id }], next: null });
  stubApi({
    "GET /desk/api/queues": () => ({
      queues: [],
      late: counted("0"),
      due: counted("0"),
      credits: counted("0"),
      edits: counted("0"),
    }),
    "GET /desk/api/orders?queue=on_hold": () => listed("FH-1"),
    "GET /desk/api/orders?queue=to_pick": () => listed("FH-2"),
    "GET /desk/api/orders*": () => ({ orders: [], next: null }),
  });
  atTheDesk(<HomePage />, { session: { ...somebody, allowed: [{ permission: "orders.view" }] } });
  const [first, second] = [
    await screen.findByRole("link", { name: /FH-1/ }),
    await screen.findByRole("link", { name: /FH-2/ }),
  ];
  const user = userEvent.setup();
  for (const [key, link] of [
    ["j", first],
    ["j", second],
    ["k", first],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement).toBe(link);
  }
});
