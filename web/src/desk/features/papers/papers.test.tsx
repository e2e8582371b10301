// Documents of a brand: columns are chosen and moved, looked at before they are kept, and kept whole on the version that was seen.
import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk } from "../../../../test/desk-samples";
import { problem, stubApi } from "../../../../test/stub-api";
import { Link } from "../../../ui/router";
import type { BrandPapersView, PaperKindView, PapersWords, PaperTemplatesView } from "../../shared/endpoints";
import { Unsaved } from "../../shared/unsaved";
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

test("another brand is asked about before what was typed is gone, another kind of the same is not", async () => {
  const user = userEvent.setup();
  const other = { ...brand, site: "usgames", name: "US Games" };
  const kinds = [slip, { ...slip, kind: "pick-list" as const, field: "pickList" as const, label: "Pick list" }];
  stubApi({ "GET /desk/api/paper-templates": () => ({ kinds, brands: [brand, other], elsewhere: false }) });
  atTheDesk(
    <Unsaved>
      <PapersPage />
      <Link to="/letters?site=usgames">Letters</Link>
    </Unsaved>,
    { at: "/documents" },
  );
  const chosen = () => screen.getByLabelText<HTMLSelectElement>("Brand").value;
  await user.selectOptions(await screen.findByLabelText("Brand"), "US Games");
  await screen.findByRole("button", { name: "Keep for US Games" });
  await user.type(screen.getByLabelText("Closing words"), "!");
  await user.selectOptions(screen.getByLabelText("Document"), "Pick list");
  await user.selectOptions(screen.getByLabelText("Document"), "Packing slip");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("link", { name: "Letters" }));
  await user.click(await screen.findByRole("button", { name: "Stay here" }));
  await user.selectOptions(screen.getByLabelText("Brand"), "Fieldhouse");
  await user.click(await screen.findByRole("button", { name: "Stay here" }));
  expect(chosen()).toBe("usgames");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Closing words").value).toBe("Thank you.!");
  await user.selectOptions(screen.getByLabelText("Brand"), "Fieldhouse");
  await user.click(await screen.findByRole("button", { name: "Leave without keeping it" }));
  await screen.findByRole("button", { name: "Keep for Fieldhouse" });
  // What is kept, or taken back, is left without a word.
  await user.type(screen.getByLabelText("Closing words"), "!");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await user.selectOptions(screen.getByLabelText("Brand"), "US Games");
  await screen.findByRole("button", { name: "Keep for US Games" });
});

test("of the first brand the address says nothing, and what was typed is still there", async () => {
  const user = userEvent.setup();
  const kinds = [slip, { ...slip, kind: "pick-list" as const, field: "pickList" as const, label: "Pick list" }];
  stubApi({ "GET /desk/api/paper-templates": () => ({ kinds, brands: [brand], elsewhere: false }) });
  atTheDesk(
    <Unsaved>
      <PapersPage />
      <Link to="/documents">Documents</Link>
    </Unsaved>,
    { at: "/documents?kind=pick-list" },
  );
  await user.type(await screen.findByLabelText("Closing words"), "!");
  await user.click(screen.getByRole("link", { name: "Documents" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>("Document").value).toBe("packing-slip"));
  expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
});

test("who may not change them looks at them", async () => {
  stubApi({ "GET /desk/api/paper-templates": () => view({ changeable: false }) });
  atTheDesk(<PapersPage />, { at: "/documents" });
  await screen.findByRole("button", { name: "Preview (PDF)" });
  expect(screen.queryByRole("button", { name: /^Keep/ })).toBeNull();
  expect(columns().getByLabelText("ITEM").matches(":disabled")).toBe(true);
});
