// The newsletter band: thanks at once, the error of a late failure under the field, one event (shell §4, §7).
import { beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi } from "../../../../test/stub-api";
import NewsletterBand from "./NewsletterBand";

const newsletter = {
  uid: "n",
  headerTitle: "Join the team",
  subtitle: "Twice a month.",
  placeholder: "Your email",
  buttonText: "Sign up",
};
const events = () => (window as Window & { dataLayer?: unknown[] }).dataLayer ?? [];

beforeEach(() => {
  (window as Window & { dataLayer?: unknown[] }).dataLayer = [];
});

async function subscribe(email: string) {
  if (email) await userEvent.type(screen.getByLabelText("Your email"), email);
  await userEvent.click(screen.getByRole("button", { name: "Sign up" }));
}

test("before scripts run the band posts: an e-mail never gets into an address", () => {
  stubApi();
  renderPage(<NewsletterBand newsletter={newsletter} />);
  const form = screen.getByRole("form", { name: "Join the team" });
  expect(form.getAttribute("method")).toBe("post");
  expect(form.getAttribute("action")).toBe("/newsletter/join");
});

test("the thanks are there before the answer, and the event after it", async () => {
  let answer: (body: object) => void = () => {};
  const api = stubApi({
    "POST /api/features/Newsletter01": () =>
      new Promise<object>((resolve) => {
        answer = resolve;
      }),
  });
  renderPage(<NewsletterBand newsletter={newsletter} />);
  expect(screen.getByRole("heading", { name: "Join the team" })).toBeTruthy();
  await subscribe("coach@club.example");
  expect(screen.getByText("Thank you for joining our Team!")).toBeTruthy();
  expect(screen.getByText("We’ve sent you an email to confirm your email and subscription.")).toBeTruthy();
  expect(api.sent[0]?.body).toEqual({ email: "coach@club.example" });
  expect(events()).toEqual([]);
  answer({ ok: true });
  await waitFor(() => expect(events()).toEqual([{ event: "newsletter_subscription" }]));
});

test("a late failure takes the thanks away and stands under the field", async () => {
  stubApi({
    "POST /api/features/Newsletter01": () =>
      problem(422, { errors: [{ field: "email", code: "email_invalid", message: "Please enter a valid email" }] }),
  });
  renderPage(<NewsletterBand newsletter={newsletter} />);
  await subscribe("coach@club.example");
  const error = await screen.findByText("Please enter a valid email");
  expect(screen.queryByText("Thank you for joining our Team!")).toBeNull();
  const field = screen.getByLabelText("Your email") as HTMLInputElement;
  expect(field.value).toBe("coach@club.example");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")).toBe(error.closest("p"));
  expect(events()).toEqual([]);
});

test("no address and no real one ask nothing of the server", async () => {
  const api = stubApi();
  renderPage(<NewsletterBand newsletter={newsletter} />);
  const field = screen.getByLabelText("Your email") as HTMLInputElement;
  expect([field.type, field.required]).toEqual(["email", true]);
  await subscribe("");
  expect(screen.getByText("Please enter your Email")).toBeTruthy();
  expect(document.activeElement).toBe(field);
  await subscribe("coach");
  expect(screen.getByText("Please enter a valid email")).toBeTruthy();
  expect(api.sent).toEqual([]);
});

test("one more try begins without the sentence of the one before, and a failed store is told", async () => {
  const api = stubApi({ "POST /api/features/Newsletter01": () => problem(503) });
  renderPage(<NewsletterBand newsletter={newsletter} />);
  const field = () => screen.getByLabelText<HTMLInputElement>("Your email");
  expect(field().getAttribute("aria-invalid")).toBeNull();
  expect(field().getAttribute("aria-describedby")).toBeNull();
  await subscribe("coach@club.example");
  expect(await screen.findByText("The store could not do this right now. Please try again.")).toBeTruthy();
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(field().value).toBe("coach@club.example");
  api.on("POST /api/features/Newsletter01", () => ({ ok: true }));
  await subscribe("");
  expect(screen.getByText("Thank you for joining our Team!")).toBeTruthy();
  expect(screen.queryByText(/could not save/)).toBeNull();
  expect(screen.queryByLabelText("Your email")).toBeNull();
  await waitFor(() => expect(events()).toEqual([{ event: "newsletter_subscription" }]));
});
