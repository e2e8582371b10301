// The audit log is narrowed by what was done, by whom and on which day, and its address says so.
import { expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk } from "../../../../test/desk-samples";
import { stubApi } from "../../../../test/stub-api";
import { Route, Routes } from "../../../ui/router";
import { AuditPage } from "./AuditPage";

const entry = {
  seq: 7,
  id: "e-7",
  at: 1_760_000_000_000,
  actorKind: "staff",
  actorId: "s-1",
  actorName: "Dana Reyes",
  onBehalfOf: "",
  session: "",
  network: "",
  action: "order.held",
  subjectKind: "order",
  subjectId: "o-1",
  site: "",
  before: null,
  after: { number: "FH-100001" },
  reason: "",
  requestId: "",
  previousHash: "",
  hash: "",
};

test("acts are narrowed by whom and by day", async () => {
  const user = userEvent.setup();
  const api = stubApi({ "GET /desk/api/audit*": () => ({ entries: [entry], next: null }) });
  const { container } = atTheDesk(
    <Routes>
      <Route path="audit" element={<AuditPage />} />
    </Routes>,
    { at: "/audit" },
  );
  const asked = () => new URL(api.by("GET").at(-1)?.url ?? "", "http://desk").searchParams;
  await user.click(await screen.findByRole("link", { name: "Dana Reyes" }));
  await screen.findByRole("link", { name: "All acts" });
  expect(asked().get("actor")).toBe("s-1");
  await user.type(screen.getByLabelText("On the day"), "2026-11-25");
  await user.click(screen.getByRole("button", { name: "Filter" }));
  await screen.findByDisplayValue("2026-11-25");
  const [from, to] = ["from", "to"].map((name) => new Date(Number(asked().get(name))));
  expect([from?.getDate(), from?.getHours(), to?.getDate(), to?.getHours()]).toEqual([25, 0, 26, 0]);
  expect(asked().get("actor")).toBe("s-1");
  expect(asked().get("day")).toBeNull();
  expect(container.textContent).toContain("FH-100001");
});
