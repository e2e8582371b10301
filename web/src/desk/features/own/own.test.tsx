// My account: the password is changed in a window that tells what is wrong at its field.
import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk, somebody } from "../../../../test/desk-samples";
import { problem, stubApi } from "../../../../test/stub-api";
import { OwnPage } from "./OwnPage";

const reads = { "GET /desk/api/passkeys": () => [], "GET /desk/api/sessions": () => [] };

test("another password is sent with the current one, and what is wrong stands at its field", async () => {
  const user = userEvent.setup();
  const api = stubApi({
    ...reads,
    "PUT /desk/api/password": () => {
      const message = "The given current password does not match.";
      const errors = [{ field: "password.current", code: "current_password_wrong", params: {}, message }];
      return problem(422, { code: "broken", errors });
    },
  });
  atTheDesk(<OwnPage />);
  await user.click(screen.getByRole("button", { name: "Change it" }));
  const window = within(screen.getByRole("dialog"));
  await user.type(window.getByLabelText("Current password"), "five red herrings");
  await user.type(window.getByLabelText("New password"), "eleven quiet harbors");
  await user.type(window.getByLabelText("New password again"), "eleven quiet harbors");
  await user.click(window.getByRole("button", { name: "Change it" }));
  await window.findByText("The given current password does not match.");
  expect(window.getByLabelText("Current password").getAttribute("aria-invalid")).toBe("true");
  api.on("PUT /desk/api/password", () => new Response(null, { status: 204 }));
  await user.click(window.getByRole("button", { name: "Change it" }));
  await screen.findByText("Your password is changed. Your other sessions are ended.");
  expect(api.by("PUT").at(-1)?.body).toEqual({
    current: "five red herrings",
    new: "eleven quiet harbors",
    confirm: "eleven quiet harbors",
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sessions = api.by("GET").filter(({ url }) => url === "/desk/api/sessions");
  expect(sessions.length).toBeGreaterThan(1);
});

test("who signs in without a password changes none", async () => {
  stubApi(reads);
  atTheDesk(<OwnPage />, { session: { ...somebody, hasPassword: false } });
  await screen.findByRole("button", { name: "New codes" });
  expect(screen.queryByRole("button", { name: "Change it" })).toBeNull();
});
