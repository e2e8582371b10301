// Who shops as a customer: no page goes on without the banner that says so, the account says that it is closed, and signing out
// ends it.
import { afterEach, expect, jest, test } from "@jest/globals";
import { render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { anonymous, coach } from "../../test/account-samples";
import { renderPage } from "../../test/render-page";
import { problem, stubApi } from "../../test/stub-api";
import { signOut } from "../features/people/account/api";
import { ShoppedForYou } from "../features/people/account/ShoppedForYou";
import { ErrorState } from "../ui/States";
import { ApiError } from "./client";
import { ownPage, useShopAsTold } from "./shop-as";

const renewed = jest.spyOn(ownPage, "renew").mockImplementation(() => undefined);

function banner(): HTMLFormElement {
  document.body.insertAdjacentHTML("afterbegin", '<aside id="shop-as"><form></form></aside>');
  const form = document.querySelector<HTMLFormElement>("#shop-as form");
  if (!form) throw new Error("there is a banner");
  return form;
}

afterEach(() => {
  document.getElementById("shop-as")?.remove();
  renewed.mockClear();
});

test("a page without the banner is asked for anew while somebody shops as a customer, and one with it afterwards", () => {
  const { rerender } = renderHook(({ session }) => useShopAsTold(session), {
    initialProps: { session: undefined as typeof coach | undefined },
  });
  rerender({ session: coach });
  rerender({ session: anonymous });
  expect(renewed).toHaveBeenCalledTimes(0);
  rerender({ session: { ...coach, shopAs: true } });
  expect(renewed).toHaveBeenCalledTimes(1);
  banner();
  rerender({ session: { ...coach, shopAs: true, firstName: "Kim" } });
  expect(renewed).toHaveBeenCalledTimes(1);
  rerender({ session: anonymous });
  expect(renewed).toHaveBeenCalledTimes(2);
});

test("signing out ends it, and signs nobody out", async () => {
  const api = stubApi({});
  const ended = jest.fn((event: Event) => event.preventDefault());
  banner().addEventListener("submit", ended);
  await signOut();
  expect(ended).toHaveBeenCalledTimes(1);
  expect(api.sent).toEqual([]);
});

test("what is closed says why, in the words of the store, and offers no other try", () => {
  const title = "This is closed while somebody from the store shops for a customer.";
  render(<ErrorState error={new ApiError(403, { code: "shop_as_closed", title })} onRetry={() => undefined} />);
  screen.getByRole("heading", { name: "This is closed now" });
  screen.getByText(title);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a customer reads who shopped for them, why, and what was ordered", async () => {
  const once = { id: "1", staff: "Dana Reyes", reason: "Orders by phone", begunAt: "2026-11-20T12:00:00Z" };
  const api = stubApi({ "GET /api/account/activity": () => problem(500) });
  renderPage(<ShoppedForYou />, "/my-account/account-information/devices/");
  const again = await screen.findByRole("button", { name: "Try again" });
  api.on("GET /api/account/activity", () => ({
    activities: [
      { ...once, orders: [] },
      { ...once, id: "2", endedAt: "2026-11-20T12:10:00Z", orders: [{ id: "o 1", number: "FH-1" }] },
    ],
  }));
  await userEvent.setup().click(again);
  const order = await screen.findByRole("link", { name: "FH-1" });
  expect(order.getAttribute("href")).toBe("/order?id=o%201");
  expect(screen.getAllByText("Orders by phone")).toHaveLength(2);
  expect(screen.getAllByText(/^From /).map((line) => line.textContent?.endsWith("until now"))).toEqual([true, false]);
  screen.getByText("Nothing was ordered.");
});

test("nobody shopped for them", async () => {
  stubApi({ "GET /api/account/activity": () => ({ activities: [] }) });
  renderPage(<ShoppedForYou />, "/my-account/account-information/devices/");
  await waitFor(() => screen.getByText(/Nobody from the store has shopped for you/));
});
