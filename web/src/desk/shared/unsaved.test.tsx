// Who leaves what is typed and not kept is asked first, whichever way they leave.
import { expect, test } from "@jest/globals";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { BrowserRouter, Link, useLocation, useNavigate } from "../../ui/router";
import { Unsaved, useUnsaved, useUnsavedWindow } from "./unsaved";

function Page() {
  const { pathname, search } = useLocation();
  return (
    <>
      <p data-testid="place">{pathname + search}</p>
      {pathname === "/draft" ? <Draft /> : <Link to="/draft">To the draft</Link>}
    </>
  );
}

function Draft() {
  const [typed, setTyped] = useState("");
  const navigate = useNavigate();
  useUnsaved(typed !== "", (address) => address === "/draft?part=2");
  return (
    <>
      <input aria-label="Draft" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <Link to="/draft?part=2">Another part</Link>
      <Link to="/other">Elsewhere</Link>
      <button type="button" onClick={() => navigate("/other?by=key")}>
        By a key
      </button>
    </>
  );
}

const place = () => screen.getByTestId("place").textContent;

async function open(typed = "Bye.") {
  history.replaceState(null, "", "/desk/first");
  render(
    <BrowserRouter base="/desk">
      <Unsaved>
        <Page />
      </Unsaved>
    </BrowserRouter>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByText("To the draft"));
  if (typed) await user.type(screen.getByLabelText("Draft"), typed);
  return user;
}

const dialog = () => screen.queryByRole("dialog");
const closing = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("a link and a key ask first: who stays has what was typed, who leaves is where they wanted", async () => {
  const user = await open();
  await user.click(screen.getByText("Elsewhere"));
  await screen.findByRole("dialog", { name: "Leave without keeping it?" });
  await user.click(screen.getByRole("button", { name: "Stay here" }));
  expect([place(), dialog()]).toEqual(["/draft", null]);
  expect(screen.getByLabelText<HTMLInputElement>("Draft").value).toBe("Bye.");
  await user.click(screen.getByText("By a key"));
  await user.click(await screen.findByRole("button", { name: "Leave without keeping it" }));
  await waitFor(() => expect(place()).toBe("/other?by=key"));
  expect(dialog()).toBeNull();
});

test("Back asks first, and the address stays that of the page", async () => {
  const user = await open();
  // A step within the page is none away from it.
  act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
  expect(dialog()).toBeNull();
  act(() => history.back());
  await screen.findByRole("dialog");
  expect([place(), location.pathname]).toEqual(["/draft", "/desk/draft"]);
  await user.click(screen.getByRole("button", { name: "Leave without keeping it" }));
  await waitFor(() => expect(place()).toBe("/first"));
  expect(location.pathname).toBe("/desk/first");
});

test("nobody is asked where nothing is typed, nor on the way to where it still is", async () => {
  const user = await open();
  await user.click(screen.getByText("Another part"));
  await waitFor(() => expect(place()).toBe("/draft?part=2"));
  expect(dialog()).toBeNull();
  expect(closing()).toBe(true);
  await user.clear(screen.getByLabelText("Draft"));
  expect(closing()).toBe(false);
  await user.click(screen.getByText("Elsewhere"));
  await waitFor(() => expect(place()).toBe("/other"));
});

function Shut({ typed, onClose }: { typed: boolean; onClose: () => void }) {
  const [close, asks] = useUnsavedWindow(typed, onClose);
  return (
    <>
      <button type="button" onClick={close}>
        Shut
      </button>
      {asks}
    </>
  );
}

test("who shuts a window or leaves its page is asked, while something is typed into it", async () => {
  const user = userEvent.setup();
  const shut: unknown[] = [];
  const { rerender } = render(<Shut typed={false} onClose={() => shut.push(false)} />);
  await user.click(screen.getByText("Shut"));
  expect([shut, closing()]).toEqual([[false], false]);
  rerender(<Shut typed onClose={() => shut.push(dialog())} />);
  expect(closing()).toBe(true);
  await user.click(screen.getByText("Shut"));
  await user.click(await screen.findByRole("button", { name: "Stay here" }));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(shut).toEqual([false]);
  await user.click(screen.getByText("Shut"));
  await user.click(await screen.findByRole("button", { name: "Leave without keeping it" }));
  // What asked is gone by then: the focus does not go back to what is gone next.
  expect(shut).toEqual([false, null]);
});
