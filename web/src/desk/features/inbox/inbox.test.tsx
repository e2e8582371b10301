// Work that did not go out says what it is about and who it was for; an answer that is typed is not lost by the way.
import { expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk } from "../../../../test/desk-samples";
import { stubApi } from "../../../../test/stub-api";
import { Link, Route, Routes } from "../../../ui/router";
import type { InboxMessageView } from "../../shared/endpoints";
import { Unsaved } from "../../shared/unsaved";
import { JobsPage } from "./JobsPage";
import { MessagePage } from "./MessagePage";

test("a held letter tells its order and its reader", async () => {
  const job = {
    queue: "letters",
    kind: "order_shipped",
    site: "fieldhouse",
    attempts: 0,
    reason: "The mailbox is full",
  };
  const at = "2026-11-20T12:00:00Z";
  const told = { id: "j-1", order: { id: "o-1", number: "FH-100001" }, to: "coach@lincoln.example" };
  const rows = [
    { ...job, ...told, createdAt: at, since: at },
    { ...job, id: "j-2", queue: "erp", createdAt: at, since: at },
  ];
  stubApi({ "GET /desk/api/jobs?state=held": () => ({ jobs: rows, counts: [], next: null }) });
  atTheDesk(<JobsPage />, { at: "/jobs?state=held" });
  const [, letter, message] = await screen.findAllByRole("row");
  expect(letter?.textContent).toContain("letters: order shippedFH-100001to coach@lincoln.example");
  expect(message?.textContent).not.toContain("to ");
  screen.getByRole("button", { name: "Drop: letters: order shipped, FH-100001, coach@lincoln.example" });
});

const message: InboxMessageView = {
  message: {
    id: "m-1",
    kind: "form",
    site: "fieldhouse",
    title: "A team order",
    email: "coach@lincoln.example",
    excerpt: "",
    sentAt: "2026-11-20T12:00:00Z",
    status: "open",
    assignee: "",
    version: 1,
  },
  said: [],
  notes: [],
  assigneeId: "",
  colleagues: [],
  answerable: true,
};

test.each(["To coach@lincoln.example", "Note for the house"])(
  "who leaves what is typed is asked: %s",
  async (field) => {
    const user = userEvent.setup();
    stubApi({ "GET /desk/api/messages/m-1": () => message });
    atTheDesk(
      <Unsaved>
        <Link to="/">Queues</Link>
        <Routes>
          <Route path="messages/:id" element={<MessagePage />} />
          <Route index element={<h1>Home</h1>} />
        </Routes>
      </Unsaved>,
      { at: "/messages/m-1" },
    );
    await user.type(await screen.findByLabelText(field), "Yes");
    await user.click(screen.getByRole("link", { name: "Queues" }));
    await user.click(await screen.findByRole("button", { name: "Stay here" }));
    await user.clear(screen.getByLabelText(field));
    await user.click(screen.getByRole("link", { name: "Queues" }));
    await screen.findByRole("heading", { name: "Home" });
  },
);

test("who assigned a message goes on at the field, as the button has nothing more to do", async () => {
  const user = userEvent.setup();
  const api = stubApi({
    "GET /desk/api/messages/m-1": () => ({ ...message, colleagues: [{ id: "s-7", name: "Kim" }] }),
  });
  const assigned = { ...message, assigneeId: "s-7", colleagues: [{ id: "s-7", name: "Kim" }] };
  api.on("PUT /desk/api/messages/m-1/assignee", () => assigned);
  atTheDesk(
    <Routes>
      <Route path="messages/:id" element={<MessagePage />} />
    </Routes>,
    { at: "/messages/m-1" },
  );
  const field = await screen.findByRole("combobox", { name: "Looked after by" });
  await user.selectOptions(field, "Kim");
  await user.click(screen.getByRole("button", { name: "Assign" }));
  await screen.findByText("It is theirs to look after now.");
  expect(document.activeElement).toBe(field);
});
