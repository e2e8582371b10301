// A button that is only an icon, and does nothing, is not shown (shell §8).
import { expect, jest, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import { IconButton } from "./Button";

test("an icon button that does nothing is logged only", () => {
  const logged = jest.spyOn(console, "error").mockImplementation(() => {});
  render(
    <form>
      <IconButton icon="close" label="Nothing" />
      <IconButton icon="close" label="Close" onClick={() => {}} />
      <IconButton icon="search" label="Search" type="submit" />
    </form>,
  );
  expect(screen.queryByLabelText("Nothing")).toBeNull();
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual(["Close", "Search"]);
  expect(logged.mock.calls).toEqual([["an icon button does nothing", "Nothing"]]);
  logged.mockRestore();
});
