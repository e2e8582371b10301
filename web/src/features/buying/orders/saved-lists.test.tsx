// Saved lists: saved from a cart, listed, ordered, changed on the version that was seen, dropped.
import type { ReorderLineView, RequisitionsView, RequisitionView } from "@fieldhouse/rules";
import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { anonymous, coach } from "../../../../test/account-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi } from "../../../../test/stub-api";
import { SaveAsList } from "../../../shared/save-as-list";
import { Route, Routes } from "../../../ui/router";
import AccountArea from "../../people/account/AccountArea";
import SavedListPage from "./SavedListPage";
import SavedListsPage from "./SavedListsPage";

const line = (over: Partial<ReorderLineView>): ReorderLineView => ({
  position: 1,
  sku: "GLV-L",
  skuNow: "GLV-L",
  name: "Gloves",
  options: "Size: L",
  quantity: 12,
  labels: [],
  texts: [],
  ownTexts: false,
  state: "same",
  had: true,
  text: "The same price as then: $9.00",
  was: 900,
  now: 900,
  errors: [],
  ...over,
});

const list: RequisitionView = {
  id: "list-1",
  name: "Practice week",
  unit: "",
  own: true,
  by: "Pat Varga",
  version: 3,
  lines: [
    line({}),
    line({ position: 2, sku: "BAL", skuNow: "BAL", name: "Ball", options: "", quantity: 4 }),
    line({
      position: 3,
      sku: "CAP",
      skuNow: "CAP",
      name: "Cap",
      options: "",
      quantity: 7,
      state: "unavailable",
      had: false,
    }),
  ],
  units: [{ key: "NORTH", label: "North High" }],
};

const lists: RequisitionsView = {
  lists: [
    {
      id: "list-1",
      name: "Practice week",
      unit: "",
      own: true,
      by: "Pat Varga",
      lines: 3,
      pieces: 23,
      changedAt: "2026-11-01T10:00:00Z",
    },
    {
      id: "list-2",
      name: "Game day",
      unit: "North High",
      own: false,
      by: "Kim Otto",
      lines: 1,
      pieces: 1,
      changedAt: "2026-11-02T10:00:00Z",
    },
  ],
  units: list.units,
};

function stub(routes: Parameters<typeof stubApi>[0] = {}) {
  return stubApi({
    "GET /api/auth/session": () => coach,
    "GET /api/account/lists": () => lists,
    "GET /api/account/lists/list-1": () => list,
    ...routes,
  });
}

const others = (
  <>
    <Route path="lists" element={<SavedListsPage />} />
    <Route path="lists/:id" element={<SavedListPage />} />
  </>
);

function at(path: string) {
  return renderPage(
    <Routes>
      <Route path="/my-account/*" element={<AccountArea others={others} />} />
    </Routes>,
    path,
  );
}

test("lists say whose they are and who sees them", async () => {
  stub();
  at("/my-account/lists/");
  const shown = await screen.findByRole("list", { name: "Saved lists" });
  const [own, shared] = within(shown).getAllByRole("listitem");
  expect(own?.textContent).toBe("Practice weekOnly you see it3 articles, 23 pieces, changed Nov 1, 2026");
  expect(shared?.textContent).toBe("Game dayKim Otto, North High1 article, 1 piece, changed Nov 2, 2026");
});

test("what is ticked is put into the cart; what stays on the list is kept on the version that was seen", async () => {
  const api = stub({
    "POST /api/account/lists/list-1/cart": () => ({ change: null, leftOut: [] }),
    "PUT /api/account/lists/list-1": () => ({ ...list, version: 4, name: "Game week" }),
  });
  at("/my-account/lists/list-1/");
  await screen.findByRole("heading", { level: 1, name: "Practice week" });
  await userEvent.click(screen.getByRole("checkbox", { name: /^Ball/ }));
  const pieces = screen.getByRole("textbox", { name: "Pieces of Gloves, Size: L" });
  await userEvent.clear(pieces);
  await userEvent.type(pieces, "6");
  await userEvent.click(screen.getByRole("button", { name: "Add 1 line to my cart" }));
  await waitFor(() =>
    expect(api.by("POST").map(({ body }) => body)).toEqual([
      { lines: [{ position: 1, quantity: 6, freeForm: [] }], textsChecked: false },
    ]),
  );
  expect(api.by("POST")[0]?.headers.get("idempotency-key")).toBeTruthy();
  const name = screen.getByRole("textbox", { name: "Name" });
  await userEvent.clear(name);
  await userEvent.type(name, "Game week");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Who sees it" }), "North High");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByRole("heading", { level: 1, name: "Game week" });
  // What cannot be had today is not given up.
  expect(api.by("PUT").map(({ body }) => body)).toEqual([
    {
      name: "Game week",
      unit: "NORTH",
      version: 3,
      rows: [
        { sku: "GLV-L", quantity: 6 },
        { sku: "CAP", quantity: 7 },
      ],
    },
  ]);
});

test("names that a list does not keep are asked for: a row a piece or one for all, and what is missing at its field", async () => {
  const user = userEvent.setup();
  const named = { labels: ["Name", "Number"], options: "" };
  const lines = [
    line({}),
    line({ ...named, position: 2, sku: "JRS", skuNow: "JRS", name: "Jersey", quantity: 2, ownTexts: true }),
    line({ ...named, position: 3, sku: "TEE", skuNow: "TEE", name: "Team Tee", quantity: 5 }),
  ];
  const api = stub({
    "GET /api/account/lists/list-1": () => ({ ...list, lines }),
    "POST /api/account/lists/list-1/cart": () => ({ change: null, leftOut: [] }),
  });
  at("/my-account/lists/list-1/");
  const add = await screen.findByRole("button", { name: "Add 3 lines to my cart" });
  expect(screen.getAllByText("Name, Number: please fill them in for this order.")).toHaveLength(2);
  expect(screen.queryByText(/as they were/)).toBeNull();
  const field = (name: string) => screen.getByRole("textbox", { name });
  expect(screen.getAllByRole("textbox", { name: /^Name \d of Jersey/ })).toHaveLength(2);
  expect(screen.getAllByRole("textbox", { name: /^Name \d of Team Tee/ })).toHaveLength(1);
  expect(screen.queryByText("Name (Required)")).toBeNull();
  await user.type(field("Name 1 of Jersey"), "Ann");
  await user.click(add);
  expect(api.by("POST")).toEqual([]);
  await screen.findByText("Please fill in what is marked, or do not choose these lines.");
  expect(screen.getAllByText("Number (Required)")).toHaveLength(3);
  const first = field("Number 1 of Jersey");
  expect(first.getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.type(first, "7");
  await user.type(field("Name 2 of Jersey"), "Bea");
  await user.type(field("Number 2 of Jersey"), "8");
  // Each of the tees has its own name after all, and there are two of them.
  const pieces = field("Pieces of Team Tee");
  await user.clear(pieces);
  await user.type(pieces, "2");
  await user.click(screen.getAllByRole("checkbox", { name: "Same for all pieces", checked: true })[0] as HTMLElement);
  await user.type(field("Name 1 of Team Tee"), "Cleo");
  await user.type(field("Number 1 of Team Tee"), "9");
  await user.type(field("Name 2 of Team Tee"), "Dora");
  await user.type(field("Number 2 of Team Tee"), "10");
  // Who typed them just now is not asked whether they are right.
  expect(screen.queryByRole("checkbox", { name: /I have checked/ })).toBeNull();
  await user.click(add);
  await waitFor(() =>
    expect(api.by("POST").map(({ body }) => body)).toEqual([
      {
        textsChecked: true,
        lines: [
          { position: 1, quantity: 12, freeForm: [] },
          {
            position: 2,
            quantity: 2,
            freeForm: [
              ["Ann", "7"],
              ["Bea", "8"],
            ],
          },
          {
            position: 3,
            quantity: 2,
            freeForm: [
              ["Cleo", "9"],
              ["Dora", "10"],
            ],
          },
        ],
      },
    ]),
  );
});

test("an unknown product number is said, and a change that came too late reads the list again", async () => {
  const answers = [
    () =>
      problem(422, {
        errors: [{ field: "rows.3.sku", code: "sku_unknown", message: "We could not find this product" }],
      }),
    () =>
      problem(409, {
        title: "This list was changed meanwhile. Here is how it is now.",
        code: "list_changed",
        currentVersion: 4,
      }),
  ];
  let reads = 0;
  const api = stub({
    "PUT /api/account/lists/list-1": () => answers.shift()?.() ?? list,
    "GET /api/account/lists/list-1": () => {
      reads += 1;
      return reads === 1 ? list : { ...list, version: 4, name: "Somebody else's" };
    },
  });
  at("/my-account/lists/list-1/");
  await userEvent.type(await screen.findByRole("textbox", { name: "Add a product number" }), "NO-SUCH");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  await screen.findByText("We could not find this product");
  expect(api.by("PUT")[0]?.body).toMatchObject({ rows: [{}, {}, {}, { sku: "NO-SUCH", quantity: 1 }] });
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByRole("heading", { level: 1, name: "Somebody else's" });
  await screen.findByText("This list was changed meanwhile. Here is how it is now.");
});

test("a list of others is ordered and not changed; one that is not there is said", async () => {
  stub({ "GET /api/account/lists/list-1": () => ({ ...list, own: false, by: "Kim Otto" }) });
  const { unmount } = at("/my-account/lists/list-1/");
  await screen.findByText(/By Kim Otto: only they change it/);
  expect(screen.queryByRole("region", { name: "The list itself" })).toBeNull();
  unmount();
  stub({ "GET /api/account/lists/list-1": () => problem(404) });
  at("/my-account/lists/list-1/");
  await waitFor(() => expect(screen.queryByRole("heading", { level: 1, name: "Practice week" })).toBeNull());
  await screen.findByRole("heading", { level: 1 });
});

test("a list is dropped once that was asked, and one is back among the others", async () => {
  const api = stub({ "DELETE /api/account/lists/list-1": () => ({ ...lists, lists: lists.lists.slice(1) }) });
  const page = at("/my-account/lists/list-1/");
  await userEvent.click(await screen.findByRole("button", { name: "Remove This List" }));
  await userEvent.click(await screen.findByRole("button", { name: "Keep The List" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.by("DELETE")).toHaveLength(0);
  await userEvent.click(screen.getByRole("button", { name: "Remove This List" }));
  const asked = await screen.findByRole("dialog");
  expect(asked.textContent).toContain("This cannot be taken back.");
  await userEvent.click(within(asked).getByRole("button", { name: "Remove The List" }));
  await waitFor(() => expect(page.address()).toBe("/my-account/lists/"));
  expect(api.by("DELETE")).toHaveLength(1);
});

test("the cart is saved under a name by who has signed in, and by nobody else", async () => {
  let refused = true;
  const api = stub({
    "POST /api/account/lists": () => {
      if (!refused) return lists;
      refused = false;
      return problem(422, {
        errors: [{ field: "name", code: "view_name", message: "Please enter a name of 60 characters at most" }],
      });
    },
  });
  const { unmount } = renderPage(<SaveAsList />);
  await userEvent.click(await screen.findByRole("button", { name: "Save As A List" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "Fall");
  await userEvent.click(screen.getByRole("button", { name: "Save The List" }));
  await screen.findByText("Please enter a name of 60 characters at most");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" }));
  expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Save The List" }));
  await screen.findByRole("link", { name: "See your lists" });
  expect(api.by("POST").map(({ body }) => body)).toEqual(Array(2).fill({ name: "Fall", unit: "", order: "" }));
  unmount();
  stub({ "GET /api/auth/session": () => anonymous });
  renderPage(<SaveAsList />);
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
});
