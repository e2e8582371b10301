// Documents of a brand: columns are chosen and moved, looked at before they are kept, and kept whole on the version that was seen.
import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk } from "../../../../test/desk-samples";
import { problem, stubApi } from "../../../../test/stub-api";
import type { BrandPapersView, PaperKindView, PapersWords, PaperTemplatesView } from "../../shared/endpoints";
import { PapersPage } from "./PapersPage";

const part = (key: string, usual = true) => ({ key, name: key.toUpperCase(), usual });

const slip: PaperKindView = {
  kind: "packing-slip",
  field: "packingSlip",
  label: "Packing slip",
  terms: "Count the pieces.",
  footer: "Thank you.",
  facts: [part("ship-to"), part("email", false)],
  columns: [part("item"), part("size"), part("seen"), part("line", false)],
};

const papers: PapersWords = {
  address: ["1 Stadium Drive"],
  remitTo: [],
  acknowledgement: {},
  packingSlip: {},
  pickList: {},
  roster: {},
  invoice: {},
  creditMemo: {},
};

const brand: BrandPapersView = { site: "fieldhouse", name: "Fieldhouse", changeable: true, version: 4, papers };

const view = (told: Partial<BrandPapersView> = {}): PaperTemplatesView => ({
  kinds: [slip],
  brands: [{ ...brand, ...told }],
  elsewhere: false,
});

const columns = () => within(screen.getByRole("group", { name: "Columns, from left to right" }));
const told = () =>
  columns()
    .getAllByRole("checkbox")
    .map((box) => `${box.closest("label")?.textContent}${(box as HTMLInputElement).checked ? "" : " not"}`);

test("columns are chosen, moved and kept with all other words of the brand", async () => {
  const user = userEvent.setup();
  const api = stubApi({ "GET /desk/api/paper-templates": () => view() });
  atTheDesk(<PapersPage />, { at: "/documents" });
  const keep = await screen.findByRole("button", { name: "Keep for Fieldhouse" });
  expect(keep.hasAttribute("disabled")).toBe(true);
  expect(told()).toEqual(["ITEM", "SIZE", "SEEN", "LINE not"]);
  await user.click(columns().getByLabelText("SIZE"));
  await user.click(columns().getByLabelText("LINE"));
  await user.click(columns().getByRole("button", { name: "LINE earlier" }));
  await user.click(columns().getByRole("button", { name: "LINE earlier" }));
  // At the end it stays where it is, and keeps the focus.
  await user.click(columns().getByRole("button", { name: "LINE earlier" }));
  expect(document.activeElement).toBe(columns().getByRole("button", { name: "LINE earlier" }));
  expect(told()).toEqual(["LINE", "ITEM", "SEEN", "SIZE not"]);
  await user.clear(screen.getByLabelText("Closing words"));
  const wanted = { ...papers, packingSlip: { columns: ["line", "item", "seen"], footer: "" } };
  api.on("PUT /desk/api/paper-templates/fieldhouse", () => view({ version: 5, papers: wanted }));
  await user.click(keep);
  await screen.findByText("Documents of Fieldhouse are printed like this from now on.");
  expect(api.by("PUT").at(-1)?.body).toEqual({ version: 4, papers: wanted });
  expect(told()).toEqual(["LINE", "ITEM", "SEEN", "SIZE not"]);
  // What the store has by itself is a press away.
  await user.click(screen.getByRole("button", { name: "As the store has it" }));
  expect(told()).toEqual(["ITEM", "SIZE", "SEEN", "LINE not"]);
  expect((screen.getByLabelText("Closing words") as HTMLTextAreaElement).value).toBe("Thank you.");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(told()).toEqual(["LINE", "ITEM", "SEEN", "SIZE not"]);
});

test("what is wrong stands where it is, also when it is only looked at", async () => {
  const user = userEvent.setup();
  const message = "Please choose at least one column";
  stubApi({
    "GET /desk/api/paper-templates": () => view(),
    "POST /desk/api/paper-templates/fieldhouse/preview": () =>
      problem(422, {
        code: "broken",
        errors: [{ field: "papers.packingSlip.columns", code: "paper_columns_none", params: {}, message }],
      }),
  });
  atTheDesk(<PapersPage />, { at: "/documents" });
  await user.click(await screen.findByRole("button", { name: "Preview (PDF)" }));
  expect((await columns().findByRole("alert")).textContent).toBe(message);
  await user.click(columns().getByLabelText("LINE"));
  expect(columns().queryByRole("alert")).toBeNull();
});

test("who may not change them looks at them", async () => {
  stubApi({ "GET /desk/api/paper-templates": () => view({ changeable: false }) });
  atTheDesk(<PapersPage />, { at: "/documents" });
  await screen.findByRole("button", { name: "Preview (PDF)" });
  expect(screen.queryByRole("button", { name: /^Keep/ })).toBeNull();
  expect(columns().getByLabelText("ITEM").matches(":disabled")).toBe(true);
});
