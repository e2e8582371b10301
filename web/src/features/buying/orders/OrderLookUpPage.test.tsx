// Finding an order by number and e-mail: what opens it, what is wrong, and that nobody learns whose number it was.
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi } from "../../../../test/stub-api";
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
