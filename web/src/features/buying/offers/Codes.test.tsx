// The boxes for codes as a shopper meets them: by role and label, with the real rules, HTTP stubbed at fetch.

import type { CodesView } from "@fieldhouse/rules";
import { afterEach, expect, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { cart, shell } from "../../../../test/cart-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi, unreachable } from "../../../../test/stub-api";
import { bareShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { CodesPanel } from "./CodesPanel";
import { OfferCodeBox } from "./OfferCodeBox";
import { ProgramIdBox } from "./ProgramIdBox";
import { PromoPanel, promoPanelLabel } from "./PromoPanel";
import { PromoPopover } from "./PromoPopover";

const none: CodesView = {
  flyerCode: "",
  friendlyFlyerCode: "",
  programId: "",
  certFlyerCode: "",
  shownCode: "",
  flyer: null,
};
const applied: CodesView = { ...none, flyerCode: "AB", shownCode: "AB" };
const inUse = "Your current offer code is being used by a certificate in your cart. Please remove your certificate";

function broken(message: string): Response {
  return problem(422, { errors: [{ field: "code", code: "any", message }] });
}

/** A server with a cart and these codes; changes answer what `then` says. */
function store(codes: CodesView, then: Record<string, () => Response | object> = {}): StubApi {
  return stubApi({
    "GET /api/cart/codes": () => codes,
    "GET /api/cart/head": () => ({ id: "cart-1", version: 3, totalLineItemQuantity: 12, lineCount: 1 }),
    "POST /api/cart/recalculate": () => cart(),
    ...then,
  });
}

/** Small screens, or large ones. */
function screenWidth(wide: boolean): void {
  window.matchMedia = ((query: string) => ({
    matches: wide,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as unknown as typeof window.matchMedia;
}

const media = window.matchMedia;
afterEach(() => {
  window.matchMedia = media;
});

test("nothing typed is told at once and nothing is sent", async () => {
  const user = userEvent.setup();
  const api = store(none);
  renderPage(<OfferCodeBox />);
  await user.click(await screen.findByRole("button", { name: "Apply" }));
  expect(screen.getByRole("alert").textContent).toBe("Please provide a valid promotion code.");
  const input = screen.getByLabelText("Offer code");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(input);
  expect(api.by("POST")).toHaveLength(0);
  await user.type(input, "A");
  expect(screen.getByRole("alert").textContent).toBe("");
});

test("a code is applied by Enter, shown as a chip, and the cart is priced again", async () => {
  const user = userEvent.setup();
  const api = store(none, { "POST /api/cart/flyer-code": () => applied });
  renderPage(<OfferCodeBox />);
  await user.type(await screen.findByLabelText("Offer code"), "AB{Enter}");
  expect(await screen.findByRole("button", { name: "Remove offer code AB" })).toBeTruthy();
  await screen.findByText("Offer code AB is applied.");
  expect(api.by("POST").map((call) => [call.url, call.body])).toEqual([
    ["/api/cart/flyer-code", { code: "AB" }],
    ["/api/cart/recalculate", { cartId: "cart-1" }],
  ]);
  expect((screen.getByLabelText("Offer code") as HTMLInputElement).value).toBe("");
});

test("while it is being applied a second press sends nothing", async () => {
  const user = userEvent.setup();
  let answer: (codes: CodesView) => void = () => {};
  const api = store(none);
  api.on("POST /api/cart/flyer-code", () => new Promise<CodesView>((resolve) => (answer = resolve)));
  renderPage(<OfferCodeBox />);
  await user.type(await screen.findByLabelText("Offer code"), "AB{Enter}");
  await waitFor(() => expect(api.by("POST")).toHaveLength(1));
  const button = screen.getByRole("button", { name: "Apply" });
  expect(button.getAttribute("aria-busy")).toBe("true");
  await user.click(button);
  expect(api.by("POST")).toHaveLength(1);
  await act(async () => answer(applied));
  await screen.findByRole("button", { name: "Remove offer code AB" });
});

test.each(["This flyer code is invalid...", "This flyer code is invalid.", "This offer has ended."])(
  "'%s' stands under the field, and the code that held stays",
  async (message) => {
    const user = userEvent.setup();
    const api = store(applied, { "POST /api/cart/flyer-code": () => broken(message) });
    renderPage(<OfferCodeBox />);
    await screen.findByRole("button", { name: "Remove offer code AB" });
    await user.type(screen.getByLabelText("Offer code"), "nope{Enter}");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(message));
    expect(screen.getByRole("button", { name: "Remove offer code AB" })).toBeTruthy();
    // Nothing changed, so nothing is priced again.
    expect(api.by("POST").map((call) => call.url)).toEqual(["/api/cart/flyer-code"]);
  },
);

test("a cart that cannot be changed says so in the box, and the code stays", async () => {
  const user = userEvent.setup();
  const api = store(applied, { "POST /api/cart/flyer-code": () => problem(503) });
  renderPage(<OfferCodeBox />);
  await user.type(await screen.findByLabelText("Offer code"), "CD{Enter}");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/could not do this right now/));
  expect(screen.getByRole("button", { name: "Remove offer code AB" })).toBeTruthy();
  api.on("POST /api/cart/flyer-code", unreachable);
  await user.click(screen.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/offline/));
});

test("removing takes the chip away and has the cart priced again", async () => {
  const user = userEvent.setup();
  const api = store(applied, { "DELETE /api/cart/flyer-code": () => none });
  renderPage(<OfferCodeBox />);
  await user.click(await screen.findByRole("button", { name: "Remove offer code AB" }));
  await screen.findByText("The offer code was removed.");
  expect(screen.queryByRole("button", { name: /Remove offer code/ })).toBeNull();
  expect(api.sent.slice(-1)[0]?.url).toBe("/api/cart/recalculate");
});

test("beside a certificate's code the field is locked, and neither change nor removal goes out", async () => {
  const user = userEvent.setup();
  const api = store({ ...applied, certFlyerCode: "AB" });
  renderPage(<OfferCodeBox />);
  expect(await screen.findByText(`${inUse} to change this code.`)).toBeTruthy();
  expect((screen.getByLabelText("Offer code") as HTMLInputElement).disabled).toBe(true);
  expect((screen.getByRole("button", { name: "Apply" }) as HTMLButtonElement).disabled).toBe(true);
  await user.click(screen.getByRole("button", { name: "Remove offer code AB" }));
  expect(screen.getByRole("alert").textContent).toBe(`${inUse} to remove this code.`);
  expect(api.by("DELETE")).toHaveLength(0);
});

test("what a flyer shows: logos, fine print, where to redeem it", async () => {
  store({
    ...applied,
    flyer: {
      flyerCode: "AB",
      logos: [{ url: "/images/ball.svg", title: "Coaches’ club" }],
      finePrint: "One per team.",
      redemptionUrl: { title: "How it works", href: "/offers" },
    },
  });
  renderPage(<OfferCodeBox />);
  expect((await screen.findByRole("img", { name: "Coaches’ club" })).getAttribute("src")).toBe("/images/ball.svg");
  expect(screen.getByText("One per team.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "How it works" }).getAttribute("href")).toBe("/offers");
});

test("a Program ID: none, applied, none again", async () => {
  const user = userEvent.setup();
  const api = store(none, {
    "POST /api/cart/program-id": () => ({ ...none, programId: "P-1" }),
    "DELETE /api/cart/program-id": () => none,
  });
  renderPage(<ProgramIdBox />);
  await user.click(await screen.findByRole("button", { name: "Apply" }));
  expect(screen.getByRole("alert").textContent).toBe("Please provide a valid Program ID.");
  await user.type(screen.getByLabelText("Program ID"), "P-1{Enter}");
  expect(await screen.findByText("Program ID P-1 Applied")).toBeTruthy();
  expect(screen.queryByLabelText("Program ID")).toBeNull();
  expect(api.by("POST").map((call) => call.url)).toEqual(["/api/cart/program-id", "/api/cart/recalculate"]);
  await user.click(screen.getByRole("button", { name: "Remove Program ID P-1" }));
  expect(await screen.findByLabelText("Program ID")).toBeTruthy();
  expect(screen.queryByText("Program ID P-1 Applied")).toBeNull();
});

test("a Program ID that prices nothing", async () => {
  const user = userEvent.setup();
  store(none, { "POST /api/cart/program-id": () => broken("This Program ID is invalid.") });
  renderPage(<ProgramIdBox />);
  await user.type(await screen.findByLabelText("Program ID"), "P-2{Enter}");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("This Program ID is invalid."));
  expect((screen.getByLabelText("Program ID") as HTMLInputElement).value).toBe("P-2");
});

test("on the cart: a panel on large screens, a part that opens on small ones, with what the brand has", async () => {
  const user = userEvent.setup();
  store(none);
  screenWidth(true);
  const wide = renderPage(<CodesPanel cart={cart()} />);
  const panel = await screen.findByRole("region", { name: "Offer Code & Program ID" });
  expect(within(panel).getByLabelText("Offer code")).toBeTruthy();
  expect(within(panel).getByLabelText("Program ID")).toBeTruthy();
  expect(within(panel).queryByRole("button", { expanded: false })).toBeNull();
  wide.unmount();

  screenWidth(false);
  const narrow = renderPage(<CodesPanel cart={cart()} />);
  const toggle = await screen.findByRole("button", { name: "Offer Code & Program ID", expanded: false });
  const inside = document.getElementById(toggle.getAttribute("aria-controls") ?? "");
  expect(inside?.hasAttribute("inert")).toBe(true);
  expect(inside?.className).toContain("duration-300");
  await user.click(toggle);
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  expect(inside?.hasAttribute("inert")).toBe(false);
  narrow.unmount();

  renderPage(<CodesPanel cart={cart()} />, "/cart", bareShell("athleticconnection"));
  expect(screen.queryByLabelText("Offer code")).toBeNull();
  expect(screen.queryByRole("region")).toBeNull();
});

test("the popover opens under its button and closes on Escape, a press outside and touch-move", async () => {
  const user = userEvent.setup();
  store(none);
  renderPage(
    <>
      <PromoPopover />
      <Anchor href="/?page=2">Page 2</Anchor>
    </>,
    "/",
    shell,
  );
  const button = await screen.findByRole("button", { name: "Offers" });
  const opened = async () => {
    await user.click(button);
    await screen.findByLabelText("Offer code");
    await screen.findByLabelText("Program ID");
  };
  await opened();
  fireEvent.keyDown(screen.getByLabelText("Offer code"), { key: "Escape" });
  expect(screen.queryByLabelText("Offer code")).toBeNull();
  expect(document.activeElement).toBe(button);
  await opened();
  fireEvent.mouseDown(document.body);
  expect(screen.queryByLabelText("Offer code")).toBeNull();
  await opened();
  fireEvent.touchMove(document.body);
  expect(screen.queryByLabelText("Offer code")).toBeNull();
  await opened();
  expect(screen.getByRole("link", { name: "Gift Certificates" }).getAttribute("href")).toBe("/gift-certificate");
  // The next page, without a press on this one, as Back would bring it.
  fireEvent.click(screen.getByRole("link", { name: "Page 2" }));
  expect(screen.queryByLabelText("Offer code")).toBeNull();
});

test("a brand without boxes has no popover", () => {
  store(none);
  renderPage(<PromoPopover />, "/", bareShell("athleticconnection"));
  expect(screen.queryByRole("button", { name: "Offers" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Offers" })).toBeNull();
});

test("the mobile menu's panel drills in with a way back, and closes the menu from inside", async () => {
  const user = userEvent.setup();
  store(none);
  let left = 0;
  function Menu() {
    const [open, setOpen] = useState(false);
    return <PromoPanel className="" open={open} onOpenChange={setOpen} onLeave={() => (left += 1)} />;
  }
  const menu = <Menu />;
  const page = renderPage(menu, "/", shell);
  expect(promoPanelLabel).toBe("Offers, Program ID & Certificates");
  await user.click(screen.getByRole("button", { name: promoPanelLabel }));
  const panel = await screen.findByRole("dialog", { name: promoPanelLabel });
  expect(within(panel).getByLabelText("Offer code")).toBeTruthy();
  expect(within(panel).getByLabelText("Program ID")).toBeTruthy();
  await user.click(within(panel).getByRole("button", { name: "Back to menu" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(left).toBe(0);
  await user.click(screen.getByRole("button", { name: promoPanelLabel }));
  await user.click(await screen.findByRole("button", { name: "Close" }));
  expect(left).toBe(1);
  page.unmount();
  renderPage(menu, "/", bareShell("athleticconnection"));
  expect(screen.queryByRole("button", { name: promoPanelLabel })).toBeNull();
});
