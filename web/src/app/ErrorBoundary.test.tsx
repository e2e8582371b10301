// A page that breaks leaves the rest standing, and another page starts afresh.
import { expect, jest, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import { ErrorBoundary } from "./ErrorBoundary";

function Broken(): never {
  throw new Error("broken while drawing");
}

test("shows the error in place of the page until the address changes", () => {
  const silenced = jest.spyOn(console, "error").mockImplementation(() => {});
  const page = (place: string, child: React.ReactNode) => (
    <>
      <p>Header</p>
      <ErrorBoundary place={place}>{child}</ErrorBoundary>
    </>
  );
  const { rerender } = render(page("/a", <Broken />));
  expect(screen.getByRole("alert").textContent).toContain("That did not work");
  expect(screen.getByText("Header")).toBeTruthy();
  rerender(page("/b", <p>Another page</p>));
  expect(screen.getByText("Another page")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  silenced.mockRestore();
});
