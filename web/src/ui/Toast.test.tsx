// Messages: how long each is there, what holds it, and that the mini-cart takes none of its time.
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { type ToastAction, ToastProvider, useToast } from "./Toast";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function Teller({ action }: { action?: ToastAction | undefined }) {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast("Row 1 is removed", "info", action)}>
      Tell
    </button>
  );
}

function page(action?: ToastAction) {
  const all = (giveWay: boolean) => (
    <ToastProvider giveWay={giveWay}>
      <Teller action={action} />
    </ToastProvider>
  );
  const { rerender } = render(all(false));
  fireEvent.click(screen.getByRole("button", { name: "Tell" }));
  return { miniCart: (open: boolean) => rerender(all(open)) };
}

const after = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1000));
const said = () => screen.queryByText("Row 1 is removed") !== null;

test("a message goes after seven seconds", () => {
  page();
  after(6.9);
  expect(said()).toBe(true);
  after(0.2);
  expect(said()).toBe(false);
});

test("a way back is there for twenty seconds", () => {
  page({ label: "Undo", run: () => {} });
  after(19.9);
  expect(said()).toBe(true);
  after(0.2);
  expect(said()).toBe(false);
});

test("while the mini-cart is open no time runs: a way back is still there afterwards", () => {
  const run = jest.fn();
  const { miniCart } = page({ label: "Undo", run });
  miniCart(true);
  after(60);
  miniCart(false);
  after(19.9);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(said()).toBe(false);
});

test("whoever presses in a message goes on from where they were", () => {
  page({ label: "Undo", run: () => {} });
  const teller = screen.getByRole("button", { name: "Tell" });
  for (const name of ["Undo", "Dismiss"]) {
    fireEvent.click(teller);
    teller.focus();
    const pressed = screen.getByRole("button", { name });
    pressed.focus();
    expect(document.activeElement).toBe(pressed);
    fireEvent.click(pressed);
    expect(document.activeElement).toBe(teller);
  }
});

test("where a way back leads somewhere itself, the focus stays there", () => {
  const elsewhere = document.body.appendChild(document.createElement("button"));
  page({ label: "Undo", run: () => elsewhere.focus() });
  screen.getByRole("button", { name: "Tell" }).focus();
  const undo = screen.getByRole("button", { name: "Undo" });
  undo.focus();
  fireEvent.click(undo);
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
});

test("a message stays while the focus is in it", () => {
  page();
  const message = screen.getByRole("button", { name: "Dismiss" });
  fireEvent.focus(message);
  after(60);
  expect(said()).toBe(true);
  fireEvent.blur(message);
  after(7);
  expect(said()).toBe(false);
});

test("who said a message can take it away", () => {
  let finish = () => {};
  function Busy() {
    const toast = useToast();
    return (
      <button
        type="button"
        onClick={() => {
          toast("Row 1 is removed");
          finish = toast("Saving");
        }}
      >
        Save
      </button>
    );
  }
  render(
    <ToastProvider>
      <Busy />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  act(() => finish());
  expect(screen.queryByText("Saving")).toBeNull();
  expect(said()).toBe(true);
});
