// Entries of the history that levels of a window are: added, left by Back, taken back, and replaced by a page.
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, renderHook, waitFor } from "@testing-library/react";
import { useBackSteps, useNoStepsLeft } from "./use-back-steps";

const over = () => history.state?.over;

/** Goes and waits until the browser is there. */
const go = (delta: number) =>
  act(
    () =>
      new Promise<void>((there) => {
        window.addEventListener("popstate", () => there(), { once: true });
        history.go(delta);
      }),
  );

beforeEach(() => {
  // Whatever a test before left ahead is cut off.
  history.pushState({ page: "list" }, "", "/list");
});

afterEach(() => {
  jest.restoreAllMocks();
});

const levels = (depth: number, back = jest.fn<(left: number) => void>()) => ({
  back,
  ...renderHook(({ depth }) => useBackSteps(depth, back), { initialProps: { depth } }),
});

test("each level is an entry of the page it is on, which keeps what it knew", () => {
  const before = history.length;
  const { rerender } = levels(0);
  expect(over()).toBeUndefined();
  expect(history.length).toBe(before);
  rerender({ depth: 2 });
  expect(history.length).toBe(before + 2);
  expect(history.state).toEqual({ page: "list", over: 2 });
  expect(location.pathname).toBe("/list");
  rerender({ depth: 2 });
  expect(history.length).toBe(before + 2);
});

test("Back leaves one level and says how many are left; so does a leap over several", async () => {
  const { back, rerender } = levels(3);
  await go(-1);
  expect(back.mock.calls).toEqual([[2]]);
  rerender({ depth: 2 });
  expect(over()).toBe(2);
  await go(-2);
  expect(back.mock.calls).toEqual([[2], [0]]);
  rerender({ depth: 0 });
  expect(history.state).toEqual({ page: "list" });
});

test("Forward into what is closed says nothing", async () => {
  const { back, rerender } = levels(1);
  await go(-1);
  rerender({ depth: 0 });
  await go(1);
  expect(back.mock.calls).toEqual([[0]]);
});

test("a level that is left otherwise takes its entry back and is not told of it", async () => {
  const { back, rerender } = levels(2);
  const went = jest.spyOn(history, "go");
  rerender({ depth: 1 });
  expect(went.mock.calls).toEqual([[-1]]);
  await waitFor(() => expect(over()).toBe(1));
  rerender({ depth: 0 });
  expect(went.mock.calls).toEqual([[-1], [-1]]);
  await waitFor(() => expect(over()).toBeUndefined());
  expect(back).not.toHaveBeenCalled();
});

test("what Back calls is what was said last, and nothing once the window is gone", async () => {
  const first = jest.fn<(left: number) => void>();
  const second = jest.fn<(left: number) => void>();
  const { rerender, unmount } = renderHook(({ back }) => useBackSteps(2, back), { initialProps: { back: first } });
  rerender({ back: second });
  await go(-1);
  expect([first.mock.calls, second.mock.calls]).toEqual([[], [[1]]]);
  unmount();
  await go(-1);
  expect(second.mock.calls).toEqual([[1]]);
});

test("a page in place of one level, or of none, replaces the entry one is in", () => {
  for (const depth of [0, 1]) {
    const { result, back } = levels(depth);
    const gone: boolean[] = [];
    act(() => result.current((replace) => gone.push(replace)));
    expect(gone).toEqual([true]);
    expect(back).not.toHaveBeenCalled();
  }
});

test("a page in place of several levels follows the page they were opened on, once they are left", async () => {
  const { result, back, rerender } = levels(3);
  const gone: [boolean, unknown][] = [];
  result.current((replace) => gone.push([replace, over()]));
  expect(gone).toEqual([]);
  await waitFor(() => expect(gone).toEqual([[false, undefined]]));
  // Its entries are gone already: closing takes nothing back.
  const went = jest.spyOn(history, "go");
  rerender({ depth: 0 });
  expect(went).not.toHaveBeenCalled();
  expect(back).not.toHaveBeenCalled();
  await go(1);
  await go(-1);
  expect(gone).toHaveLength(1);
});

test("a page loaded anew within levels goes back to before them, and forgets which one it was in", async () => {
  levels(2).unmount();
  const went = jest.spyOn(history, "go");
  const { rerender } = renderHook(() => useNoStepsLeft());
  expect(went.mock.calls).toEqual([[-2]]);
  await waitFor(() => expect(history.state).toEqual({ page: "list" }));
  rerender();
  expect(went).toHaveBeenCalledTimes(1);
  await go(2);
  expect(history.state).toEqual({ page: "list" });
});

test("a page loaded anew on no level stays where it is", () => {
  const went = jest.spyOn(history, "go");
  renderHook(() => useNoStepsLeft());
  history.replaceState(null, "");
  renderHook(() => useNoStepsLeft());
  expect(went).not.toHaveBeenCalled();
});
