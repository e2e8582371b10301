// Word marks are drawn as the page that was rendered drew them, or fetched.
import { render, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { drawings } from "./drawings";
import { drawWith, WordMark } from "./WordMark";

beforeEach(() => drawWith({}));

test("a page that came with its mark keeps it, and later ones are drawn alike", () => {
  document.body.innerHTML = '<svg><g data-mark="usgames"><path d="M1 2"></path></g></svg>';
  render(<WordMark site="usgames" name="US Games" />);
  document.querySelector("[data-mark]")?.remove();
  render(<WordMark site="usgames" name="US Games again" />);
  for (const name of ["US Games", "US Games again"])
    expect(screen.getByRole("img", { name }).querySelector("path")?.getAttribute("d")).toBe("M1 2");
});

test("a page that came without it fetches it; until then it has its size and its name", async () => {
  render(<WordMark site="fieldhouse" name="Fieldhouse" />);
  const mark = screen.getByRole("img", { name: "Fieldhouse" });
  expect(mark.getAttribute("viewBox")).toBe("0 0 197 48");
  await waitFor(() => expect(mark.querySelectorAll("path")).toHaveLength(3));
});

test("the renderer writes it where browsers look for it", () => {
  drawWith(drawings);
  const html = renderToString(<WordMark site="varsitybrands" name="Varsity Brands" />);
  expect(html).toContain(`<g data-mark="varsitybrands">${drawings.varsitybrands}</g>`);
});

test("a mark that nobody drew is the name, no wider than the drawn ones", () => {
  render(<WordMark site="clubhouse" name="Clubhouse & Co. home" written="Clubhouse & Co." />);
  const mark = screen.getByRole("img", { name: "Clubhouse & Co. home" });
  expect(mark.getAttribute("viewBox")).toBe("0 0 200 48");
  expect(mark.textContent).toBe("Clubhouse & Co.");
  render(<WordMark site="club" name="Club" />);
  const short = screen.getByRole("img", { name: "Club" });
  expect([short.getAttribute("viewBox"), short.textContent]).toEqual(["0 0 72 48", "Club"]);
});
