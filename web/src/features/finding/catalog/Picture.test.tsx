// A product picture: its size is always told, what is seen first comes first, and its width is chosen by the browser.
import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import { Picture } from "./Picture";

const raster = {
  href: "/images/k-960.webp",
  alt: "Team Ball",
  width: 960,
  height: 480,
  srcset: "/images/k-160.webp 160w, /images/k-960.webp 960w",
};
const shown = () => screen.getByRole<HTMLImageElement>("img", { name: "Team Ball" });

test("a raster picture offers its widths and tells how wide it is drawn", () => {
  render(<Picture image={raster} sizes="50vw" />);
  expect(shown().getAttribute("srcset")).toBe(raster.srcset);
  expect(shown().getAttribute("sizes")).toBe("50vw");
  expect([shown().getAttribute("width"), shown().getAttribute("height")]).toEqual(["960", "480"]);
});

test("a drawing has one file for all widths", () => {
  render(<Picture image={{ href: "/images/ball.svg", alt: "Team Ball", width: 800, height: 800 }} sizes="50vw" />);
  expect([shown().getAttribute("srcset"), shown().getAttribute("sizes")]).toEqual([null, null]);
  expect([shown().getAttribute("width"), shown().getAttribute("height")]).toEqual(["800", "800"]);
});

test("what is seen first is fetched first, the rest when it comes near", () => {
  const { rerender } = render(<Picture image={raster} sizes="50vw" eager />);
  expect([shown().getAttribute("loading"), shown().getAttribute("fetchpriority")]).toEqual(["eager", "high"]);
  rerender(<Picture image={raster} sizes="50vw" />);
  expect([shown().getAttribute("loading"), shown().getAttribute("fetchpriority")]).toEqual(["lazy", null]);
});
