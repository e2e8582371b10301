// What is typed before the command box is there.
import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useKeys } from "../shared/keys";
import { useTypedAhead } from "./use-typed-ahead";

function Page({ went }: { went: string[] }) {
  const [typed, setTyped] = useState<string>();
  useKeys({ s: () => went.push("stock"), c: () => setTyped("") });
  useTypedAhead(typed !== undefined, setTyped);
  return (
    <>
      <p>{typed === undefined ? "shut" : `typed: ${typed}`}</p>
      <input aria-label="A field" />
    </>
  );
}

test("keys before the box is there are typed into it, and mean nothing to the page", async () => {
  const went: string[] = [];
  render(<Page went={went} />);
  await userEvent.keyboard("s");
  expect(went).toEqual(["stock"]);
  await userEvent.keyboard("cscreex{Backspace}ns");
  expect(screen.getByText("typed: screens")).toBeTruthy();
  expect(went).toEqual(["stock"]);
  await userEvent.keyboard("{Escape}");
  expect(screen.getByText("shut")).toBeTruthy();
  await userEvent.keyboard("c");
  await userEvent.type(screen.getByRole("textbox", { name: "A field" }), "abc");
  expect(screen.getByText("typed:")).toBeTruthy();
});
