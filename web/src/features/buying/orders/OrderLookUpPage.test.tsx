// Finding an order by number and e-mail: what opens it, what is wrong, and that nobody learns whose number it was.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi } from "../../../../test/stub-api";
import { Route, Routes } from "../../../ui/router";
import OrderLookUpPage from "./OrderLookUpPage";

const asked = "POST /api/order-look-ups";

function page() {
  return renderPage(
    <Routes>
      <Route path="/order/look-up" element={<OrderLookUpPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    "/order/look-up",
  );
}

async function find(api: StubApi): Promise<void> {
  const typist = userEvent.setup();
  await typist.type(await screen.findByLabelText(/^Order number/), "FH-100023");
  await typist.type(screen.getByLabelText(/^Email/), "coach@lincoln.example");
  await typist.click(screen.getByRole("button", { name: "Find order" }));
  expect(api.by("POST")[0]?.body).toEqual({ number: "FH-100023", email: "coach@lincoln.example" });
}

test("an order that is found opens by its signed path", async () => {
  const api = stubApi({ [asked]: () => ({ path: "/order?id=0rd3r&key=1.abc" }) });
  const shown = page();
  await find(api);
  await screen.findByText("elsewhere");
  expect(shown.address()).toBe("/order?id=0rd3r&key=1.abc");
});

test("not there and not yours are one sentence, which has the focus", async () => {
  const api = stubApi({ [asked]: () => problem(404, { code: "not_found" }) });
  page();
  await find(api);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^We found no order with this number and email/);
  expect(document.activeElement).toBe(screen.getByRole("alert"));
});

test("what is wrong is said at its field; too many tries are told", async () => {
  const broken = { field: "email", code: "email_invalid", message: "Please enter a valid email" };
  const api = stubApi({ [asked]: () => problem(422, { errors: [broken] }) });
  page();
  await find(api);
  expect(await screen.findByText("Please enter a valid email")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Email/));
  api.on(asked, () => problem(429, { code: "too_many_requests" }));
  await userEvent.setup().click(screen.getByRole("button", { name: "Find order" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/a bit fast/);
});

test("a wrong number has the focus with its sentence; a new try takes what was said away, and presses meanwhile do nothing", async () => {
  const broken = { field: "number", code: "number_invalid", message: "Please enter an order number" };
  const api = stubApi({ [asked]: () => problem(422, { errors: [broken] }) });
  const shown = page();
  expect(screen.queryByRole("alert")).toBeNull();
  await find(api);
  expect(await screen.findByText("Please enter an order number")).toBeTruthy();
  const number = screen.getByLabelText(/^Order number/);
  expect(document.activeElement).toBe(number);
  expect(number.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByLabelText(/^Email/).getAttribute("aria-invalid")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  let answer: (view: object) => void = () => {};
  api.on(asked, () => new Promise<object>((resolve) => (answer = resolve)));
  const button = screen.getByRole("button", { name: "Find order" });
  expect(button.getAttribute("aria-busy")).toBeNull();
  const typist = userEvent.setup();
  await typist.click(button);
  expect(screen.queryByText("Please enter an order number")).toBeNull();
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"));
  await typist.click(button);
  expect(api.by("POST")).toHaveLength(2);
  answer({ path: "/order?id=0rd3r&key=1.abc" });
  await screen.findByText("elsewhere");
  expect(shown.address()).toBe("/order?id=0rd3r&key=1.abc");
});

test("a store that fails is told; once an order is not found, the next try begins without that sentence", async () => {
  const api = stubApi({ [asked]: () => problem(503) });
  page();
  await find(api);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^The store could not do this right now/);
  const button = screen.getByRole("button", { name: "Find order" });
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
  let answer: (view: Response) => void = () => {};
  api.on(asked, () => new Promise<Response>((resolve) => (answer = resolve)));
  await userEvent.setup().click(button);
  expect(screen.queryByRole("alert")).toBeNull();
  answer(problem(404, { code: "not_found" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "We found no order with this number and email. Please check both.",
  );
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
});
