// The look-up before an address is saved: in the address book, at registration, at checkout (account §4).

import type { AddressSuggestionView } from "@fieldhouse/rules";
import { newAddress } from "@fieldhouse/rules/account";
import { expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { shipTo } from "../../../../test/cart-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi } from "../../../../test/stub-api";
import { useAddressCheck } from "./use-address-check";

const suggestion: AddressSuggestionView = {
  streetNumber: "1",
  streetName: "Main",
  suffix: "St",
  preDirection: "",
  postDirection: "",
  deliveryLine1: "1 Main St",
  deliveryLine2: "Ste 9",
  city: "Dallas",
  state: "TX",
  zip: "75201-1234",
};
const typed = { ...newAddress(), ...shipTo, address: "1 main street", address2: "", zip: "75201" };

function Saver({ address = typed }: { address?: typeof typed }) {
  const { check, dialog } = useAddressCheck();
  const [saved, setSaved] = useState<string>("nothing yet");
  async function save(): Promise<void> {
    const chosen = await check(address);
    setSaved(
      chosen === null ? "back to the form" : `${chosen.address}|${chosen.address2}|${chosen.city}|${chosen.zip}`,
    );
  }
  return (
    <>
      {dialog}
      <button type="button" onClick={() => void save()}>
        Save
      </button>
      <output aria-label="saved">{saved}</output>
    </>
  );
}

const user = userEvent.setup();
const answer = (result: AddressSuggestionView[]) => () => ({ lookups: [{ result }] });
const save = () => user.click(screen.getByRole("button", { name: "Save" }));
const saved = (text: string) =>
  waitFor(() => expect(screen.getByRole("status", { name: "saved" }).textContent).toBe(text));

function suggesting(): StubApi {
  return stubApi({ "POST /api/addresses/lookup": answer([suggestion]) });
}

test("a suggestion is asked about with nothing chosen; taken, it replaces street, city, state and ZIP Code", async () => {
  const api = suggesting();
  renderPage(<Saver />, "/");
  await save();
  const dialog = within(await screen.findByRole("dialog", { name: "Check your address" }));
  expect(dialog.queryAllByRole("radio")).toHaveLength(0);
  expect(dialog.getByRole("region", { name: "What you typed" }).textContent).toContain("1 main street");
  await user.click(dialog.getByRole("button", { name: /Use this address/ }));
  await saved("1 Main St|Ste 9|Dallas|75201-1234");
  expect(api.by("POST")[0]?.body).toEqual({
    street: "1 main street",
    street2: "",
    city: typed.city,
    state: typed.state,
    zipCode: "75201",
  });
});

test("the Enter that sent the form answers nothing when it is pressed twice, or held", async () => {
  suggesting();
  renderPage(<Saver />, "/");
  screen.getByRole("button", { name: "Save" }).focus();
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Check your address" }));
  // It begins with the question, neither on an answer nor on what closes.
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByText(/Which one should we use/)));
  await user.keyboard("{Enter}{Enter>3/}");
  expect(screen.getByRole("status", { name: "saved", hidden: true }).textContent).toBe("nothing yet");
  // One more step leads to the answers.
  await user.tab();
  expect(document.activeElement).toBe(dialog.getByRole("button", { name: /Use what I typed/ }));
  await user.keyboard("{Enter}");
  await saved(`1 main street||${typed.city}|75201`);
});

test("what was typed is used as it is, and not asked about again", async () => {
  const api = suggesting();
  renderPage(<Saver />, "/");
  await save();
  await user.click(await screen.findByRole("button", { name: /Use what I typed/ }));
  await saved(`1 main street||${typed.city}|75201`);
  await save();
  await saved(`1 main street||${typed.city}|75201`);
  expect(api.by("POST")).toHaveLength(1);
});

test("the dialog closed is a way back to the form", async () => {
  suggesting();
  renderPage(<Saver />, "/");
  await save();
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await saved("back to the form");
});

test.each([
  ["no suggestion", answer([])],
  ["no entry", () => ({ lookups: [] })],
  ["a verifier that is down", () => problem(503)],
])("%s: saved as entered, and logged", async (_name, lookup) => {
  const logged = jest.spyOn(console, "info").mockImplementation(() => undefined);
  stubApi({ "POST /api/addresses/lookup": lookup });
  renderPage(<Saver />, "/");
  await save();
  await saved(`1 main street||${typed.city}|75201`);
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});

test("only addresses of the United States are looked up", async () => {
  const api = suggesting();
  renderPage(<Saver address={{ ...typed, country: "CA" }} />, "/");
  await save();
  await saved(`1 main street||${typed.city}|75201`);
  expect(api.sent).toHaveLength(0);
});
