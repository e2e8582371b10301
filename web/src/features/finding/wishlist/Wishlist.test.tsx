// Hearts and `/favourite`, only where the brand has wishlists (shell §6).
import type { ProductTileView } from "@fieldhouse/rules";
import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { tile } from "../../../../test/product-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi } from "../../../../test/stub-api";
import { bareShell } from "../../../shared/site";
import WishHeart from "./WishHeart";
import WishlistPage from "./WishlistPage";

const ball: ProductTileView = tile({ pid: "p1", productText: { title: "Match ball", brand: "Goalmere" } });
const heart = () => screen.getByRole("button", { name: "Favorite Match ball" });

test("a heart puts the product on the list and takes it off again", async () => {
  const api = stubApi({
    "GET /api/wishlist": () => ({ items: [] }),
    "POST /api/wishlist": () => ({ items: [ball] }),
    "DELETE /api/wishlist/p1": () => ({ items: [] }),
  });
  renderPage(<WishHeart productId="p1" name="Match ball" />);
  await waitFor(() => expect((heart() as HTMLButtonElement).disabled).toBe(false));
  expect(heart().getAttribute("aria-pressed")).toBe("false");
  await userEvent.click(heart());
  await waitFor(() => expect(heart().getAttribute("aria-pressed")).toBe("true"));
  expect(api.by("POST")[0]?.body).toEqual({ productId: "p1" });
  await userEvent.click(heart());
  await waitFor(() => expect(heart().getAttribute("aria-pressed")).toBe("false"));
});

test("a heart says what it stands for, waits for the list, and is another product's no matter", async () => {
  let answer: (list: object) => void = () => undefined;
  const pending = new Promise<object>((resolve) => {
    answer = resolve;
  });
  stubApi({ "GET /api/wishlist": () => pending });
  renderPage(
    <>
      <WishHeart productId="p1" name="Match ball" />
      <WishHeart productId="p2" name="Goal net" />
    </>,
  );
  expect((heart() as HTMLButtonElement).disabled).toBe(true);
  expect(heart().getAttribute("aria-pressed")).toBe("false");
  answer({ items: [ball] });
  await waitFor(() => expect(heart().getAttribute("aria-pressed")).toBe("true"));
  const net = screen.getByRole("button", { name: "Favorite Goal net" });
  expect(net.getAttribute("aria-pressed")).toBe("false");
  await userEvent.hover(heart());
  expect((await screen.findByRole("tooltip")).textContent).toBe("In your favorites");
  await userEvent.unhover(heart());
  await userEvent.hover(net);
  await waitFor(() => expect(screen.getByRole("tooltip").textContent).toBe("Keep in favorites"));
});

test("what could not be kept is told, and the heart is empty again", async () => {
  stubApi({ "GET /api/wishlist": () => ({ items: [] }), "POST /api/wishlist": () => problem(503) });
  renderPage(<WishHeart productId="p1" name="Match ball" />);
  await waitFor(() => expect((heart() as HTMLButtonElement).disabled).toBe(false));
  await userEvent.click(heart());
  expect(await screen.findByText("The store could not do this right now. Please try again.")).toBeTruthy();
  expect(heart().getAttribute("aria-pressed")).toBe("false");
});

test("brands without a wishlist have no heart and ask for no list", () => {
  const api = stubApi();
  renderPage(<WishHeart productId="p1" name="Match ball" />, "/", bareShell("usgames"));
  expect(screen.queryByRole("button")).toBeNull();
  expect(api.sent).toEqual([]);
});

test("the page shows what is wished for, and how to begin when there is nothing", async () => {
  stubApi({ "GET /api/wishlist": () => ({ items: [ball] }), "DELETE /api/wishlist/p1": () => ({ items: [] }) });
  renderPage(<WishlistPage />, "/favourite");
  expect(await screen.findByRole("link", { name: "Match ball" })).toBeTruthy();
  await userEvent.click(heart());
  expect(await screen.findByRole("link", { name: "Find something to keep" })).toBeTruthy();
});
