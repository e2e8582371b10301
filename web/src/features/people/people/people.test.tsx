// People of a business unit, and an invitation somebody received.
import type { ApprovalsView, ApprovalView, PeopleView, ReceivedInvitationView } from "@fieldhouse/rules";
import { expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { anonymous, coach } from "../../../../test/account-samples";
import { order } from "../../../../test/cart-samples";
import { type RenderedPage, renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi } from "../../../../test/stub-api";
import { Route, Routes } from "../../../ui/router";
import AccountArea from "../account/AccountArea";
import { browserPage } from "../account/browser-page";
import InvitationPage from "./InvitationPage";

const user = () => userEvent.setup();
const member = (id: string, firstName: string, role: "buyer" | "administrator") => ({
  id,
  firstName,
  lastName: "Reyes",
  email: `${id}@club.example`,
  role,
  you: id === "coach",
});
const people = (over: Partial<PeopleView["units"][number]> = {}): PeopleView => ({
  units: [
    {
      id: "u1",
      key: "NORTH",
      name: "North School",
      approvalAbove: 50_000,
      personalOrders: false,
      members: [member("coach", "Pat", "administrator"), member("buyer", "Robin", "buyer")],
      invitations: [
        {
          id: "i1",
          email: "new@club.example",
          role: "approver",
          sentAt: "2026-11-20T12:00:00Z",
          expiresAt: "2026-11-27T12:00:00Z",
        },
      ],
      ...over,
    },
  ],
});

function administrator(): StubApi {
  return stubApi({
    "GET /api/auth/session": () => ({ ...coach, seesPeople: true }),
    "GET /api/account/people": () => people(),
  });
}

function at(path: string): RenderedPage {
  return renderPage(
    <Routes>
      <Route path="/my-account/*" element={<AccountArea />} />
      <Route path="/account/invitation" element={<InvitationPage />} />
    </Routes>,
    path,
  );
}

test("only administrators have the page and its link", async () => {
  stubApi({ "GET /api/auth/session": () => coach });
  at("/my-account/people/");
  expect(await screen.findByRole("heading", { level: 1, name: "Out of bounds" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "People" })).toBeNull();
});

test("people are listed with their roles; a role is changed and told, the last administrator stays", async () => {
  const api = administrator();
  at("/my-account/people/");
  const list = within(await screen.findByRole("list", { name: "People of North School" }));
  expect(list.getAllByRole("listitem")).toHaveLength(2);
  expect(list.getByText("You")).toBeTruthy();
  api.on("PUT /api/account/people/u1/members/buyer", () =>
    people({ members: [member("coach", "Pat", "administrator"), member("buyer", "Robin", "administrator")] }),
  );
  await user().selectOptions(screen.getByLabelText("Role of Robin Reyes"), "administrator");
  expect(await screen.findByText("Robin Reyes is Administrator now.")).toBeTruthy();
  expect(api.by("PUT")[0]?.body).toEqual({ role: "administrator" });
  const last = { field: "role", code: "last_administrator", message: "A business unit needs an administrator." };
  api.on("PUT /api/account/people/u1/members/coach", () => problem(422, { errors: [last] }));
  await user().selectOptions(screen.getByLabelText("Role of Pat Reyes"), "buyer");
  expect((await screen.findByRole("alert")).textContent).toBe("A business unit needs an administrator.");
  expect((screen.getByLabelText("Role of Pat Reyes") as HTMLSelectElement).value).toBe("administrator");
});

test("somebody is removed after a question, and the focus stays with the unit", async () => {
  const api = administrator();
  api.on("DELETE /api/account/people/u1/members/buyer", () =>
    people({ members: [member("coach", "Pat", "administrator")] }),
  );
  at("/my-account/people/");
  await user().click(await screen.findByRole("button", { name: "Remove Robin Reyes" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remove Robin Reyes?" }));
  await user().click(dialog.getByRole("button", { name: "Keep" }));
  expect(api.by("DELETE")).toHaveLength(0);
  await user().click(await screen.findByRole("button", { name: "Remove Robin Reyes" }));
  await user().click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Robin Reyes was removed.")).toBeTruthy();
  expect(screen.queryByText("buyer@club.example")).toBeNull();
});

test("who leaves a unit is spoken to as themselves, also once the unit is out of their sight", async () => {
  const api = administrator();
  api.on("DELETE /api/account/people/u1/members/coach", () => ({ units: [] }));
  at("/my-account/people/");
  const row = within((await screen.findByText("You")).closest("li") ?? document.body);
  await user().click(row.getByRole("button", { name: "Leave" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Leave North School?" }));
  dialog.getByText("You no longer order for North School, nor look after its people. Your account stays yours.");
  await user().click(dialog.getByRole("button", { name: "Leave" }));
  expect(await screen.findByText("You no longer order for North School.")).toBeTruthy();
  expect(api.by("DELETE")).toHaveLength(1);
});

test("an invitation is sent or refused at its field, and an open one is withdrawn", async () => {
  const api = administrator();
  at("/my-account/people/");
  const form = within(await screen.findByRole("form", { name: "Invite somebody to North School" }));
  const broken = { field: "email", code: "enter_email", message: "Please enter your Email" };
  api.on("POST /api/account/people/u1/invitations", () => problem(422, { errors: [broken] }));
  await user().click(form.getByRole("button", { name: "Send invitation" }));
  expect(await form.findByText("Please enter your Email")).toBeTruthy();
  const email = form.getByLabelText("Email *");
  expect(document.activeElement).toBe(email);
  expect(email.getAttribute("aria-invalid")).toBe("true");
  api.on("POST /api/account/people/u1/invitations", () => people());
  await user().type(email, "sam@club.example");
  await user().selectOptions(form.getByLabelText("Role"), "approver");
  await user().click(form.getByRole("button", { name: "Send invitation" }));
  expect(await form.findByText("We have sent an invitation to sam@club.example.")).toBeTruthy();
  expect(api.by("POST").at(-1)?.body).toEqual({ email: "sam@club.example", role: "approver" });
  api.on("DELETE /api/account/people/u1/invitations/i1", () => people({ invitations: [] }));
  await user().click(screen.getByRole("button", { name: "Withdraw the invitation to new@club.example" }));
  expect(await screen.findByText("The invitation to new@club.example was withdrawn.")).toBeTruthy();
  expect(screen.queryByRole("list", { name: /Open invitations/ })).toBeNull();
});

test("what needs approval is an amount; what is none is told at the field", async () => {
  const api = administrator();
  at("/my-account/people/");
  const form = within(await screen.findByRole("form", { name: "Approval for North School" }));
  const field = form.getByLabelText("Orders of buyers need approval above");
  expect((field as HTMLInputElement).value).toBe("$500.00");
  const broken = { field: "above", code: "approval_limit_unreadable", message: "Please enter an amount in dollars" };
  api.on("PUT /api/account/people/u1/approval", () => problem(422, { errors: [broken] }));
  await user().clear(field);
  await user().type(field, "a lot");
  await user().click(form.getByRole("button", { name: "Save approval" }));
  expect(await form.findByText("Please enter an amount in dollars")).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(api.by("PUT")[0]?.body).toEqual({ above: "a lot", personalOrders: false });

  const personal = form.getByRole("checkbox", { name: /^People may also order for themselves/ }) as HTMLInputElement;
  expect(personal.checked).toBe(false);
  api.on("PUT /api/account/people/u1/approval", () => people({ approvalAbove: 125_000, personalOrders: true }));
  await user().clear(field);
  await user().type(field, "1250");
  await user().click(personal);
  await user().click(form.getByRole("button", { name: "Save approval" }));
  expect(await form.findByText("Saved.")).toBeTruthy();
  expect(api.by("PUT").at(-1)?.body).toEqual({ above: "1250", personalOrders: true });
  expect((field as HTMLInputElement).value).toBe("$1,250.00");
  expect(personal.checked).toBe(true);
});

const received: ReceivedInvitationView = {
  unit: "North School",
  email: "sam@club.example",
  role: "approver",
  registered: false,
};

function invited(session: object, invitation: Partial<ReceivedInvitationView> = {}): StubApi {
  return stubApi({
    "GET /api/auth/session": () => session,
    "GET /api/invitations/T": () => ({ ...received, ...invitation }),
  });
}

test("an invitation makes the account of its e-mail", async () => {
  const api = invited(anonymous);
  at("/account/invitation?token=T");
  await screen.findByRole("heading", { level: 1, name: "Invitation to North School" });
  await user().click(await screen.findByRole("button", { name: "Create account and accept" }));
  expect(await screen.findByText("Please enter your Title")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Title *"));
  await user().type(screen.getByLabelText("Title *"), "Equipment Manager");
  await user().selectOptions(screen.getByLabelText("Classification *"), "Club");
  await user().type(screen.getByLabelText("First Name *"), "Sam");
  await user().type(screen.getByLabelText("Last Name *"), "Whitfield");
  await user().type(screen.getByLabelText("Password *"), "seven green llamas");
  await user().type(screen.getByLabelText("Confirm Password *"), "seven green llamas");
  api.on("POST /api/invitations/register", () => ({
    redirect: "/",
    merged: "",
    mergedUndo: "",
    session: { ...coach, email: received.email },
  }));
  await user().click(screen.getByRole("button", { name: "Create account and accept" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Welcome to the team" })).toBeTruthy();
  expect(api.by("POST")[0]?.body).toMatchObject({
    token: "T",
    person: { title: "Equipment Manager", firstName: "Sam", password: { new: "seven green llamas" } },
  });
});

test("whoever has an account signs in first, and accepts with it", async () => {
  invited(anonymous, { registered: true });
  const stranger = at("/account/invitation?token=T");
  const link = await screen.findByRole("link", { name: "Sign in" });
  expect(link.getAttribute("href")).toBe("/api/auth/signin?callbackUrl=%2Faccount%2Finvitation%3Ftoken%3DT");
  stranger.unmount();
  const api = invited({ ...coach, email: received.email }, { registered: true });
  at("/account/invitation?token=T");
  api.on("POST /api/invitations/accept", () => ({ ...coach, email: received.email }));
  await user().click(await screen.findByRole("button", { name: "Accept invitation" }));
  expect(await screen.findByText("You order for North School now, as Approver.")).toBeTruthy();
});

test("somebody else is asked to sign out; a link that is over says so", async () => {
  const api = invited(coach);
  api.on("POST /api/auth/signout", () => new Response(null, { status: 204 }));
  const reload = jest.spyOn(browserPage, "reload").mockImplementation(() => undefined);
  const other = at("/account/invitation?token=T");
  expect(await screen.findByText(/You are signed in as coach@club.example/)).toBeTruthy();
  await user().click(screen.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  other.unmount();
  stubApi({ "GET /api/auth/session": () => anonymous });
  at("/account/invitation?token=gone");
  expect((await screen.findByRole("alert")).textContent).toContain("cannot be accepted any more");
});

function waiting(number: string, over: Partial<ApprovalView> = {}, own = false): ApprovalView {
  return {
    order: order({ id: `o-${number}`, number, status: "Waiting for approval", own, instructions: "Gym entrance" }),
    buyer: "Robin Okafor",
    unit: "North School",
    decision: "waiting",
    note: "",
    ...over,
  };
}

test("before deciding an approver sees the order itself: where to, what, freight and tax", async () => {
  stubApi({
    "GET /api/auth/session": () => ({ ...coach, decidesOrders: true }),
    "GET /api/account/approvals": (): ApprovalsView => ({ orders: [waiting("FH-100001")] }),
  });
  at("/my-account/approvals/");
  const list = within(await screen.findByRole("list", { name: "Orders that wait" }));
  expect(list.getByText("Dallas, TX 75201")).toBeTruthy();
  expect(list.getByText("Gym entrance")).toBeTruthy();
  expect(list.getByText("PO-4471")).toBeTruthy();
  const items = within(list.getByRole("list", { name: "Items of order FH-100001" }));
  expect(items.getByText("Color: Navy, Size: M")).toBeTruthy();
  expect(items.getByText("FH-100-NVY-M")).toBeTruthy();
  for (const sum of ["$15.00", "$24.75", "$339.75"]) expect(list.getByText(sum)).toBeTruthy();
  expect(list.getByRole("link", { name: "Open and print order FH-100001" }).getAttribute("href")).toBe(
    "/order?id=o-FH-100001",
  );
});

test("an order is declined with a reason, and told; one's own is for somebody else", async () => {
  const api = stubApi({
    "GET /api/auth/session": () => ({ ...coach, decidesOrders: true }),
    "GET /api/account/approvals": (): ApprovalsView => ({
      orders: [waiting("FH-100001"), waiting("FH-100002", {}, true)],
    }),
  });
  at("/my-account/approvals/");
  const list = within(await screen.findByRole("list", { name: "Orders that wait" }));
  expect(list.getByText("This is your own order. Somebody else has to approve it.")).toBeTruthy();
  const missing = { field: "note", code: "approval_note_missing", message: "Please say why the order is declined" };
  api.on("POST /api/account/approvals/o-FH-100001", () => problem(422, { errors: [missing] }));
  await user().click(list.getByRole("button", { name: "Decline order FH-100001" }));
  expect(await list.findByText("Please say why the order is declined")).toBeTruthy();
  const note = list.getByLabelText("Note to the buyer");
  expect(document.activeElement).toBe(note);
  await user().type(note, "Over budget.");
  api.on(
    "POST /api/account/approvals/o-FH-100001",
    (): ApprovalsView => ({ orders: [waiting("FH-100001", { decision: "declined", note: "Over budget." })] }),
  );
  await user().click(list.getByRole("button", { name: "Decline order FH-100001" }));
  expect(await screen.findByText("Order FH-100001 was declined.")).toBeTruthy();
  expect(api.by("POST").at(-1)?.body).toEqual({
    decision: "declined",
    note: "Over budget.",
    total: waiting("FH-100001").order.summary.total.text,
  });
  expect(screen.getByText("Nothing waits for you")).toBeTruthy();
  const done = within(screen.getByRole("list", { name: "Decided orders" }));
  expect(done.getByText("“Over budget.”")).toBeTruthy();
  expect(done.getByText("Declined")).toBeTruthy();
});

test("somebody else was faster: that is told", async () => {
  const api = stubApi({
    "GET /api/auth/session": () => ({ ...coach, decidesOrders: true }),
    "GET /api/account/approvals": () => ({ orders: [waiting("FH-100001")] }),
  });
  at("/my-account/approvals/");
  const title = "Somebody else has decided about this order already.";
  api.on("POST /api/account/approvals/o-FH-100001", () => problem(409, { code: "already_decided", title }));
  await user().click(await screen.findByRole("button", { name: "Approve order FH-100001" }));
  expect((await screen.findByRole("alert")).textContent).toBe(title);
  await waitFor(() => expect(api.by("GET").filter(({ url }) => url === "/api/account/approvals")).toHaveLength(2));
});

test("an approved order is told, the keyboard goes on at the heading, and the others wait on", async () => {
  const api = stubApi({
    "GET /api/auth/session": () => ({ ...coach, decidesOrders: true }),
    "GET /api/account/approvals": (): ApprovalsView => ({ orders: [waiting("FH-100001"), waiting("FH-100002")] }),
  });
  at("/my-account/approvals/");
  const approve = await screen.findByRole("button", { name: "Approve order FH-100001" });
  expect(screen.queryByRole("heading", { name: "Decided" })).toBeNull();
  expect(screen.queryByText("Nothing waits for you")).toBeNull();
  // Nothing is said, and nothing is wrong, before anything was done.
  const said = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(new Set(said)).toEqual(new Set([""]));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getAllByLabelText("Note to the buyer")[0]?.getAttribute("aria-invalid")).toBeNull();
  api.on(
    "POST /api/account/approvals/o-FH-100001",
    (): ApprovalsView => ({ orders: [waiting("FH-100001", { decision: "approved" }), waiting("FH-100002")] }),
  );
  await user().click(approve);
  expect(await screen.findByText("Order FH-100001 was approved.")).toBeTruthy();
  expect(api.by("POST")[0]?.body).toEqual({ decision: "approved", note: "", total: "$339.75" });
  const heading = screen.getByRole("heading", { level: 2, name: "Waiting" });
  expect(document.activeElement).toBe(heading);
  expect(heading.tabIndex).toBe(-1);
  const waits = within(screen.getByRole("list", { name: "Orders that wait" }));
  expect(waits.getAllByRole("heading", { level: 3 }).map((each) => each.textContent)).toEqual(["Order FH-100002"]);
  const done = within(screen.getByRole("list", { name: "Decided orders" }));
  expect(done.getByText("Approved")).toBeTruthy();
  // What it was about is folded away: a list of those decided is read, not decided by.
  const folded = done.getByRole("list", { name: "Items of order FH-100001", hidden: true }).closest("details");
  expect(folded?.open).toBe(false);
  expect(folded?.querySelector("summary")?.textContent).toMatch(/^Items \(\d+\), \$339\.75$/);
  // No note was left.
  expect(done.queryByText(/“/)).toBeNull();
});

test("while a decision is on its way another press sends nothing; a failure is told and goes with the next try", async () => {
  const api = stubApi({
    "GET /api/auth/session": () => ({ ...coach, decidesOrders: true }),
    "GET /api/account/approvals": () => ({ orders: [waiting("FH-100001")] }),
  });
  const route = "POST /api/account/approvals/o-FH-100001";
  api.on(route, () => problem(503));
  at("/my-account/approvals/");
  const [approve, decline] = [
    await screen.findByRole("button", { name: "Approve order FH-100001" }),
    screen.getByRole("button", { name: "Decline order FH-100001" }),
  ];
  await user().click(approve);
  const refusal = "The store could not do this right now. Please try again.";
  expect((await screen.findByRole("alert")).textContent).toBe(refusal);
  await waitFor(() => expect(approve.getAttribute("aria-busy")).toBeNull());
  let answer: (response: Response) => void = () => {};
  api.on(route, () => new Promise<Response>((resolve) => (answer = resolve)));
  await user().click(approve);
  await waitFor(() => expect(decline.getAttribute("aria-busy")).toBe("true"));
  expect(screen.queryByRole("alert")).toBeNull();
  await user().click(decline);
  expect(api.by("POST")).toHaveLength(2);
  const note = { field: "note", code: "approval_note_missing", message: "Please say why" };
  answer(problem(422, { errors: [note] }));
  expect(await screen.findByText("Please say why")).toBeTruthy();
  expect(screen.getByLabelText("Note to the buyer").getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByRole("alert")).toBeNull();
  // Something else is wrong now: that takes the place of what stood at the note.
  const other = { field: "decision", code: "not_yours", message: "You may not decide about this order." };
  api.on(route, () => problem(422, { errors: [other] }));
  await user().click(decline);
  expect((await screen.findByRole("alert")).textContent).toBe("You may not decide about this order.");
  expect(screen.queryByText("Please say why")).toBeNull();
  expect(screen.getByLabelText("Note to the buyer").getAttribute("aria-invalid")).toBeNull();
});

test("approvals that cannot be read are asked for again", async () => {
  const api = stubApi({
    "GET /api/auth/session": () => ({ ...coach, decidesOrders: true }),
    "GET /api/account/approvals": () => problem(500),
  });
  at("/my-account/approvals/");
  const again = await screen.findByRole("button", { name: "Try again" });
  api.on("GET /api/account/approvals", () => ({ orders: [] }));
  await user().click(again);
  expect(await screen.findByText("Nothing waits for you")).toBeTruthy();
});

test.each([
  ["what keeps it from being accepted", () => problem(409, { title: "You are in this unit already." }), /already\.$/],
  ["that the store fails", () => problem(500), /^The store could not do this/],
  ["that it was tried too often", () => problem(429, { title: "Please wait a minute." }), /^Please wait a minute/],
])("accepting an invitation tells %s, and can be tried again", async (_what, refused, sentence) => {
  const api = invited({ ...coach, email: received.email }, { registered: true });
  api.on("POST /api/invitations/accept", refused);
  at("/account/invitation?token=T");
  const accept = await screen.findByRole("button", { name: "Accept invitation" });
  expect(screen.queryByRole("alert")).toBeNull();
  await user().click(accept);
  expect((await screen.findByRole("alert")).textContent).toMatch(sentence);
  expect(accept.getAttribute("aria-busy")).toBeNull();
  let answer: (view: object) => void = () => {};
  api.on("POST /api/invitations/accept", () => new Promise<object>((resolve) => (answer = resolve)));
  await user().click(accept);
  await waitFor(() => expect(accept.getAttribute("aria-busy")).toBe("true"));
  expect(screen.queryByRole("alert")).toBeNull();
  await user().click(accept);
  expect(api.by("POST").map(({ body }) => body)).toEqual([{ token: "T" }, { token: "T" }]);
  answer({ ...coach, email: received.email });
  expect(await screen.findByRole("heading", { level: 1, name: "Welcome to the team" })).toBeTruthy();
});

test("an invitation without a token asks nobody", async () => {
  const api = stubApi({ "GET /api/auth/session": () => anonymous });
  at("/account/invitation");
  expect((await screen.findByRole("alert")).textContent).toContain("cannot be accepted any more");
  expect(api.sent.some(({ url }) => url.startsWith("/api/invitations"))).toBe(false);
});

test("what became of an order that is not to be decided any more is told where it was decided about", async () => {
  const fates = [waiting("FH-100001", { decision: "declined" }), waiting("FH-100002", { decision: "approved" })];
  let asked = 0;
  const api = stubApi({
    "GET /api/auth/session": () => ({ ...coach, decidesOrders: true }),
    "GET /api/account/approvals": (): ApprovalsView => ({
      orders: asked++ === 0 ? [waiting("FH-100001"), waiting("FH-100003")] : fates,
    }),
  });
  at("/my-account/approvals/");
  const title = "Somebody else has decided about this order already.";
  api.on("POST /api/account/approvals/o-FH-100001", () => problem(409, { code: "already_decided", title }));
  await user().click(await screen.findByRole("button", { name: "Approve order FH-100001" }));
  const status = await screen.findByText("Order FH-100001 was declined in the meantime: your decision was not taken.");
  expect(status.getAttribute("role")).toBe("status");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Waiting" }));
});
