// The window that edits an order: what is typed is foretold by the rule, the server says the same, and nothing typed is lost.

import type { DeskOrderView, EditBasis } from "@fieldhouse/rules";
import { previewEdit } from "@fieldhouse/rules/edit";
import { expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk, deskLine, deskOrder, somebody } from "../../../../../test/desk-samples";
import { problem, type Sent, type StubApi, stubApi } from "../../../../../test/stub-api";
import { Route, Routes } from "../../../../ui/router";
import { OrderPage } from "../OrderPage";
import { draftOf, errorsOfLine, heldTexts, nothing, typedOf } from "./typed";

const placed = deskOrder({ acts: ["edit"] });

const basis: EditBasis = {
  state: { lifecycle: "open", ledger: placed.ledger, held: false, released: true },
  lines: placed.lines.map(({ position, ledger }) => ({
    position,
    ledger,
    sold: { base: 1000, your: 1000 },
    price: 1000 * (ledger.ordered ?? 0),
    today: { base: 1200, your: 1200 },
    made: false,
  })),
  sums: { merchandise: 24_000, savings: 0, certificates: 0, freight: 500, tax: 0, totalGross: null },
  discount: 0,
  bands: [{ from: 0, price: 500 }],
  tax: { rate: 0, freight: false },
  again: false,
  above: 25_000,
};

const address = {
  firstName: "Ann",
  lastName: "Lee",
  phoneNumber: "",
  address: "1 Main",
  country: "US",
  city: "Dallas",
  state: "TX",
  zip: "75201",
};

function told({ body }: Sent) {
  const { draft } = body as { draft: ReturnType<typeof draftOf> };
  const preview = previewEdit(basis, draft.amounts ?? {});
  return { version: 7, basis, preview, added: [], address, methods: [] };
}

async function open(order = placed, edits: object[] = [], session = somebody) {
  const api = stubApi({
    "GET /desk/api/orders/o-1": () => order,
    "GET /desk/api/orders/o-1/events*": () => [],
    "GET /desk/api/orders/o-1/edits": () => edits,
    "GET /desk/api/queues": () => ({
      queues: [],
      late: { orders: { count: 0, more: false }, text: "0" },
      due: { orders: { count: 0, more: false }, text: "0" },
    }),
    "POST /desk/api/orders/o-1/edits/preview": told,
  });
  atTheDesk(
    <Routes>
      <Route path="orders/:id" element={<OrderPage />} />
    </Routes>,
    { at: "/orders/o-1", session },
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  const window = within(await screen.findByRole("dialog"));
  await window.findByLabelText("Pieces, SKU-1");
  return { api, user, window };
}

/** Edits that were sent to be kept. */
const staged = (api: StubApi) => api.by("POST").filter(({ url }) => url.endsWith("/edits"));

const apply = "Apply the changes";

test("what is typed is foretold by the rule, and both prices are offered", async () => {
  const { api, user, window } = await open();
  window.getByText("Nothing is changed yet.");
  expect(window.getByRole<HTMLButtonElement>("button", { name: apply }).disabled).toBe(true);
  await user.type(window.getByLabelText("Pieces, SKU-1"), "13");
  window.getByText(/The total was \$245\.00 and will be \$255\.00\. It needs another approval/);
  await user.selectOptions(window.getByLabelText("Price of a piece, SKU-1"), "Today's $12.00, for the whole line");
  window.getByText(/will be \$281\.00/);
  await user.clear(window.getByLabelText("Pieces, SKU-1"));
  await user.type(window.getByLabelText("Pieces, SKU-1"), "x");
  window.getByText("Please enter a whole number");
  await user.clear(window.getByLabelText("Pieces, SKU-1"));
  await user.type(window.getByLabelText("Discount in dollars, in all"), "999");
  window.getByText("Please enter dollars, no more than the goods cost");
  await user.clear(window.getByLabelText("Discount in dollars, in all"));
  await user.click(window.getByRole("button", { name: "Take out SKU-2" }));
  await window.findByText(/will be \$125\.00\. The buyer is told by mail/);
  const button = await window.findByRole("button", { name: apply });
  api.on("POST /desk/api/orders/o-1/edits", () => ({ id: "e-1" }));
  api.on("POST /desk/api/orders/o-1/edits/e-1/apply", () => placed);
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false));
  // Pressed twice before anything is drawn anew.
  act(() => {
    button.click();
    button.click();
  });
  await screen.findByText("FH-100001 is changed.");
  expect(staged(api)).toHaveLength(1);
  expect(staged(api)[0]?.body).toMatchObject({
    version: 7,
    draft: { amounts: { lines: [{ position: 2, quantity: 0, today: false }] } },
  });
});

test("of two the second is told who was faster, and what was typed stays", async () => {
  const { api, user, window } = await open();
  const title = "Fay changed this order since you opened it (order held). Look again before you go on.";
  api.on("POST /desk/api/orders/o-1/edits", () => problem(409, { code: "order_changed", title, currentVersion: 8 }));
  await user.type(window.getByLabelText("Pieces, SKU-1"), "10");
  const button = await window.findByRole("button", { name: apply });
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false));
  // Refused is said once the order is read again: until then it cannot be pressed anew with the version that was refused.
  let answer: (order: DeskOrderView) => void = () => {};
  api.on("GET /desk/api/orders/o-1", () => new Promise<DeskOrderView>((done) => (answer = done)));
  api.on("POST /desk/api/orders/o-1/edits/preview", (sent) => ({ ...told(sent), version: 8 }));
  await user.click(button);
  await waitFor(() => expect(staged(api)).toHaveLength(1));
  await user.click(button);
  expect(window.queryByText(title)).toBeNull();
  answer({ ...placed, order: { ...placed.order, version: 8 } });
  await window.findByText(title);
  expect(window.getByLabelText<HTMLInputElement>("Pieces, SKU-1").value).toBe("10");
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false));
  await user.click(button);
  await waitFor(() => expect(staged(api).map(({ body }) => body)).toMatchObject([{ version: 7 }, { version: 8 }]));
});

test("an edit that is kept for later stands on the page of its order at once", async () => {
  const { api, user, window } = await open();
  api.on("POST /desk/api/orders/o-1/edits", () => ({ id: "e-1" }));
  api.on("GET /desk/api/orders/o-1", () => ({
    ...placed,
    keptEdits: [{ id: "e-1", by: "Fay Quinn", at: "2026-11-20T12:00:00Z" }],
  }));
  await user.type(window.getByLabelText("Pieces, SKU-1"), "10");
  const keep = window.getByRole<HTMLButtonElement>("button", { name: "Keep it for later" });
  await waitFor(() => expect(keep.disabled).toBe(false));
  await user.click(keep);
  const waits = within(await screen.findByRole("region", { name: "What waits" }));
  waits.getByText("An edit is kept for later.");
  waits.getByText(/^Fay Quinn,/);
  await user.click(waits.getByRole("button", { name: "Look at the edit" }));
  await screen.findByRole("dialog", { name: "Edit FH-100001" });
});

test("a discount above one's cap is told while it is typed, and kept for somebody else", async () => {
  const capped = { permission: "orders.discount", cap: 5000 };
  const { api, user, window } = await open(placed, [], { ...somebody, allowed: [...somebody.allowed, capped] });
  const [amount, button] = [window.getByLabelText("Discount in dollars, in all"), apply] as const;
  const [press, keep] = [button, "Keep it for later"].map((name) =>
    window.getByRole<HTMLButtonElement>("button", { name }),
  );
  await user.type(window.getByLabelText("What the discount is for"), "Late");
  await user.type(amount, "50.01");
  window.getByText(/^Above \$50\.00 a second person is needed/);
  await user.clear(amount);
  await user.type(amount, "50");
  expect(window.queryByText(/a second person is needed/)).toBeNull();
  await user.type(amount, ".01");
  await waitFor(() => expect([press?.disabled, keep?.disabled]).toEqual([false, false]));
  // Applied nevertheless: said at the field, and nothing is left behind that nobody asked to keep.
  const message = "This is more than you may take off alone.";
  const errors = [{ field: "amounts.discount", code: "edit_discount_above_cap", message, params: {} }];
  api.on("POST /desk/api/orders/o-1/edits", () => ({ id: "e-1" }));
  api.on("POST /desk/api/orders/o-1/edits/e-1/apply", () => problem(422, { code: "x", title: "No", errors }));
  api.on("POST /desk/api/orders/o-1/edits/e-1/discard", () => placed);
  await user.click(window.getByRole("button", { name: apply }));
  await waitFor(() => expect(amount.getAttribute("aria-invalid")).toBe("true"));
  expect(amount.closest("div")?.textContent).toContain(message);
  const dropped = api.by("POST").filter(({ url }) => url.endsWith("/e-1/discard"));
  expect(dropped.map(({ body }) => body)).toEqual([{ version: 7 }]);
});

const kept = {
  id: "e-9",
  state: "open",
  version: 7,
  by: "Fay Quinn",
  at: "2026-11-20T12:00:00Z",
  text: "The total was $245.00 and will be $225.00.",
  draft: { amounts: { lines: [{ position: 1, quantity: 10, today: false }] } },
};

/** The window with a kept edit taken over, and what became of that. */
async function takenOver(discarded: () => DeskOrderView | Response) {
  const { api, user, window } = await open(placed, [kept]);
  api.on("POST /desk/api/orders/o-1/edits", () => ({ id: "e-1" }));
  const changed = { ...placed, order: { ...placed.order, version: 8 } };
  api.on("POST /desk/api/orders/o-1/edits/e-1/apply", () => changed);
  api.on("POST /desk/api/orders/o-1/edits/e-9/discard", discarded);
  await user.click(await window.findByRole("button", { name: "Take it over" }));
  expect(window.getByLabelText<HTMLInputElement>("Pieces, SKU-1").value).toBe("10");
  const press = async (name: string) => {
    const button = window.getByRole<HTMLButtonElement>("button", { name });
    await waitFor(() => expect(button.disabled).toBe(false));
    await user.click(button);
  };
  const dropped = () => api.by("POST").filter(({ url }) => url.endsWith("/e-9/discard"));
  return { press, dropped };
}

test("a kept edit that was taken over is gone once it is applied", async () => {
  const waits = { ...placed, order: { ...placed.order, version: 8, poNumber: "PO-8" } };
  const { press, dropped } = await takenOver(() => waits);
  await press(apply);
  await screen.findByText("FH-100001 is changed.");
  expect(dropped().map(({ body }) => body)).toEqual([{ version: 8 }]);
  // The order without it is what is shown.
  await screen.findByText("PO-8");
});

test("one that is kept again is kept once", async () => {
  const { press, dropped } = await takenOver(() => placed);
  await press("Keep it for later");
  await screen.findByText("The edit of FH-100001 is kept for later.");
  expect(dropped().map(({ body }) => body)).toEqual([{ version: 7 }]);
});

test.each([
  { why: "somebody else discarded it", status: 404, told: false },
  { why: "somebody else changed the order", status: 409, told: true },
])("what was asked for is done where a kept edit cannot be discarded: $why", async ({ status, told }) => {
  const { press, dropped } = await takenOver(() => problem(status, { code: "x", title: "No" }));
  await press(apply);
  await screen.findByText("FH-100001 is changed.");
  expect(dropped()).toHaveLength(1);
  expect(screen.queryByText(/is still there/) !== null).toBe(told);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("who shuts the window is asked before a changed edit is gone, and not before one that is kept is", async () => {
  const { user, window } = await open(placed, [kept]);
  const pieces = window.getByLabelText<HTMLInputElement>("Pieces, SKU-1");
  await user.type(pieces, "10");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Stay here" }));
  expect(pieces.value).toBe("10");
  await user.click(window.getByRole("button", { name: "Leave it" }));
  await user.click(await screen.findByRole("button", { name: "Leave without keeping it" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const edit = screen.getByRole("button", { name: "Edit" });
  await waitFor(() => expect(document.activeElement).toBe(edit));
  await user.click(edit);
  await user.click(await screen.findByRole("button", { name: "Take it over" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

const named = deskLine(1, {
  ledger: { ordered: 3, shipped: 2 },
  texts: ["Name: RIVERA, Number: 12", "Name: OKAFOR, Number: 7", "Name: LEE, Number: 3"],
});

test("names stand in their box, and one is taken out without typing the others again", async () => {
  const { api, user, window } = await open(deskOrder({ acts: ["edit"], lines: [named, deskLine(2)] }));
  const names = window.getByLabelText<HTMLTextAreaElement>("Names and numbers, SKU-1");
  expect(names.value).toBe("RIVERA, 12\nOKAFOR, 7\nLEE, 3");
  const count = "Please enter the texts once for all pieces, or for each of the 2 pieces";
  const ofNames = { field: "texts.0.freeForm", code: "free_form_piece_count", message: count, params: {} };
  api.on("POST /desk/api/orders/o-1/edits/preview", (sent) => {
    const answer = told(sent);
    const { draft } = sent.body as { draft: ReturnType<typeof draftOf> };
    const wrong = (draft.texts ?? []).some(({ freeForm }) => freeForm?.length !== 2);
    return { ...answer, preview: { ...answer.preview, errors: wrong ? [ofNames] : [] } };
  });
  await user.type(window.getByLabelText("Pieces, SKU-1"), "2");
  await user.type(names, "\nKIM, 4");
  await window.findByText(count);
  expect([names.getAttribute("aria-invalid"), names.getAttribute("aria-describedby")]).toEqual([
    "true",
    window.getByText(count).id,
  ]);
  expect(window.getByLabelText("Pieces, SKU-1").getAttribute("aria-invalid")).toBeNull();
  await user.clear(names);
  await user.type(names, "RIVERA, 12\nLEE, 3");
  await waitFor(() => expect(window.queryByText(count)).toBeNull());
  const asked = api.by("POST").filter(({ url }) => url.endsWith("/preview"));
  expect(asked.at(-1)?.body).toMatchObject({
    draft: {
      texts: [
        {
          position: 1,
          freeForm: [
            ["RIVERA", "12"],
            ["LEE", "3"],
          ],
        },
      ],
    },
  });
});

test("names are read back as they are typed, or not at all", () => {
  expect(heldTexts(deskLine(1))).toBeUndefined();
  expect(heldTexts(deskLine(1, { texts: ["Name: RIVERA, Number: 12 (12 pieces)"] }))).toBe("RIVERA, 12");
  expect(heldTexts(deskLine(1, { texts: ["Text: A: B (6 pieces)", "Text: (6 pieces) (6 pieces)"] }))).toBe(
    "A: B\n(6 pieces)",
  );
  // A comma in a name is none between two.
  expect(heldTexts(deskLine(1, { texts: ["Name: RIVERA, JR., Number: 12"] }))).toBeUndefined();
  expect(heldTexts(deskLine(1, { texts: ["Name: A,B"] }))).toBeUndefined();
  expect(heldTexts(deskLine(1, { texts: ["Name: A, Number: 1", "Name: B, No: x, Number: 2"] }))).toBeUndefined();
});

test("names that were only looked at are no change, and all of them taken out are one", () => {
  const lines = [named];
  const of = (text: string) => draftOf({ ...nothing, texts: { 1: text } }, lines, 1).texts;
  expect(of("RIVERA,12\nOKAFOR, 7\n\nLEE, 3\n")).toEqual([]);
  expect(of("")).toEqual([{ position: 1, freeForm: [] }]);
  expect(draftOf({ ...nothing, texts: { 1: "" } }, [deskLine(1)], 1).texts).toEqual([]);
});

test("pieces that were shipped are told before names that do not fit", () => {
  const draft = draftOf({ ...nothing, quantities: { 1: "1" }, texts: { 1: "KIM, 4" } }, [named], 1);
  const wrong = (field: string, code: string) => ({ field, code, message: code, params: {} });
  const errors = [
    wrong("texts.0.freeForm", "free_form_label_count"),
    wrong("amounts.lines.0.quantity", "free_form_piece_count"),
    wrong("amounts.lines.0.quantity", "edit_below_shipped"),
  ];
  expect(errorsOfLine(errors, draft, 1)).toEqual({ pieces: "edit_below_shipped", texts: "free_form_label_count" });
  expect(errorsOfLine(errors.slice(0, 2), draft, 1).pieces).toBe("free_form_piece_count");
  expect(errorsOfLine(errors, draft, 2)).toEqual({ pieces: undefined, texts: undefined });
});

test("of what has left the house nothing is taken out", async () => {
  const lines = placed.lines.map((line) => ({ ...line, ledger: { ...line.ledger, shipped: line.ledger.ordered } }));
  const { window } = await open({ ...placed, lines: [...lines.slice(0, 1), ...placed.lines.slice(1)] });
  const out = (sku: string) => window.getByRole<HTMLButtonElement>("button", { name: `Take out ${sku}` });
  expect([out("SKU-1"), out("SKU-2")].map(({ disabled }) => disabled)).toEqual([true, false]);
});

test("a staged edit is typed again as it was", () => {
  const typed = {
    ...nothing,
    quantities: { 1: "10" },
    today: { 1: false },
    texts: { 1: "RIVERA, 12\nOKAFOR, 7" },
    added: [{ sku: "BAL", quantity: "3", texts: ["Name"] }],
    poNumber: "PO-7",
  };
  const draft = draftOf(typed, placed.lines, 2);
  expect(draft.amounts?.lines).toEqual([
    { position: 1, quantity: 10, today: false },
    { position: 3, quantity: 3, today: true },
  ]);
  expect(draft.texts?.[0]?.freeForm).toEqual([
    ["RIVERA", "12"],
    ["OKAFOR", "7"],
  ]);
  expect(typedOf(draft, 2)).toEqual(typed);
});
