// On a phone a message waits while a window is open: it would lie over the window's buttons.
import { afterEach, expect, test } from "@jest/globals";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { deskOrder, somebody } from "../../../test/desk-samples";
import { stubApi } from "../../../test/stub-api";
import { MemoryRouter } from "../../ui/router";
import { newQueryClient } from "../shared/queries";
import { Desk } from "./Desk";

const media = window.matchMedia;
afterEach(() => {
  window.matchMedia = media;
});

const region = () => screen.getAllByRole("status", { hidden: true }).find((place) => place.className.includes("fixed"));
const waits = () => region()?.className.includes("max-lg:hidden");

test.each([
  ["a phone", true],
  ["a wide window", false],
])("on %s a message waits while a window is open: %s", async (_, narrow) => {
  window.matchMedia = () => ({ matches: narrow }) as MediaQueryList;
  stubApi({
    "GET /desk/api/session": () => somebody,
    "GET /desk/api/orders/o-1": () => deskOrder(),
    "GET /desk/api/orders/o-1/events*": () => [],
    "POST /desk/api/orders/o-1/look": () => ({ text: "" }),
    "GET /desk/api/views": () => [],
    "GET /desk/api/queues": () => ({
      queues: [],
      late: { orders: { count: 0, more: false }, text: "0" },
      due: { orders: { count: 0, more: false }, text: "0" },
    }),
  });
  render(
    <MemoryRouter at="/orders/o-1">
      <Desk client={newQueryClient()} />
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  // The page of orders is loaded when it is opened.
  const hold = await screen.findByRole("button", { name: "Hold" }, { timeout: 20_000 });
  expect(waits()).toBe(false);
  await user.click(hold);
  const dialog = within(screen.getByRole("dialog"));
  await waitFor(() => expect(waits()).toBe(narrow));
  await user.click(dialog.getByRole("button", { name: "Leave it" }));
  await waitFor(() => expect(waits()).toBe(false));
});
