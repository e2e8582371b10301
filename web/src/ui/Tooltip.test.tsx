// The tooltip's delay, its distance, and its ways out.
import { afterEach, expect, jest, test } from "@jest/globals";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { Tooltip } from "./Tooltip";

afterEach(() => {
  jest.useRealTimers();
});

test("a tooltip comes after 0.2 s under the pointer, 5 px away, and describes its control", () => {
  jest.useFakeTimers();
  render(
    <Tooltip text="Keep for later">
      {(control) => (
        <button type="button" {...control}>
          Heart
        </button>
      )}
    </Tooltip>,
  );
  const button = screen.getByRole("button");
  const around = button.parentElement as HTMLElement;
  Object.defineProperty(around, "offsetHeight", { value: 44 });
  fireEvent.pointerEnter(around, { pointerType: "mouse" });
  act(() => jest.advanceTimersByTime(199));
  expect(screen.queryByRole("tooltip")).toBeNull();
  act(() => jest.advanceTimersByTime(1));
  const tip = screen.getByRole("tooltip");
  expect(tip.textContent).toBe("Keep for later");
  expect(tip.style.top).toBe("49px");
  expect(button.getAttribute("aria-describedby")).toBe(tip.id);
  fireEvent.keyDown(button, { key: "Escape" });
  expect(screen.queryByRole("tooltip")).toBeNull();
  fireEvent.pointerEnter(around, { pointerType: "mouse" });
  fireEvent.pointerLeave(around);
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.queryByRole("tooltip")).toBeNull();
});
