// The certificate page and the box, by role and label, with the real rules, HTTP stubbed at fetch.
import type { CartView, CertificateDraft, PaymentInfoView } from "@fieldhouse/rules";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { cart, order, reviewed } from "../../../../test/cart-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi } from "../../../../test/stub-api";
import { bareShell } from "../../../shared/site";
import { Route, Routes } from "../../../ui/router";
import CartPage from "../cart/CartPage";
import CheckoutPage from "../checkout/CheckoutPage";
import OrderPage from "../orders/OrderPage";
import { CertificateBox } from "./CertificateBox";
import CertificatePage from "./CertificatePage";

beforeEach(() => {
  // jsdom has no scrolling; the virtual list asks for it.
  window.scrollTo = () => {};
});

const valid: CertificateDraft = {
  certificateNumber: "GC-100",
  isValid: true,
  status: "",
  expireDate: "12/31/2026",
  redemptionValue: "50.00",
  name1: "Lincoln Eagles",
  name2: "Jordan Ellis",
  flyer: "",
};

function paidWith(...amounts: [string, number][]): PaymentInfoView {
  const payments = amounts.map(([number, centAmount]) => ({
    id: `p-${number}`,
    obj: {
      paymentMethodInfo: { method: "CERTIFICATE", paymentInterface: "SAP" },
      amountPlanned: { centAmount, fractionDigits: 2, currencyCode: "USD" },
      custom: { fields: { certificate_number: number } },
    },
  }));
  return { payments };
}

/** A server that knows one certificate, and a cart that holds what was added. */
function server(certificate: Partial<CertificateDraft>, held: CartView = cart()) {
  let now = held;
  return stubApi({
    "GET /api/cart/active": () => now,
    "GET /api/cart/codes": () => ({}),
    "POST /api/features/CertificateInput": () => ({ ...valid, ...certificate }),
    "POST /api/cart/certificates": () => {
      now = cart({ version: now.version + 1, paymentInfo: paidWith(["GC-100", 5000]) });
      return now;
    },
    "DELETE /api/cart/certificates/*": () => {
      now = cart({ version: now.version + 1 });
      return now;
    },
  });
}

function detail(term: string): string {
  return screen.getByText(term, { selector: "dt" }).nextElementSibling?.textContent ?? "";
}

const details = ["Certificate number", "Expiration date", "Value", "Organization", "Participant"];

describe("the certificate page", () => {
  test("before a number is entered it prompts, with N/A values", async () => {
    const api = server({});
    renderPage(<CertificatePage />, "/gift-certificate");
    expect(await screen.findByText("Enter certificate code to see details")).toBeTruthy();
    expect(details.map(detail)).toEqual(["N/A", "N/A", "N/A", "N/A", "N/A"]);
    expect(screen.getByRole("link", { name: "Shop Without Certificate" }).getAttribute("href")).toBe("/");
    expect(api.by("POST")).toEqual([]);
  });

  test("the apply button writes the number into the address and shows what it is worth", async () => {
    const api = server({});
    const page = renderPage(<CertificatePage />, "/gift-certificate");
    await userEvent.type(screen.getByRole("textbox", { name: "Certificate number" }), "gc-100");
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(page.address()).toBe("/gift-certificate?id=gc-100");
    expect(await screen.findByRole("button", { name: "Redeem Certificate" })).toBeTruthy();
    expect(details.map(detail)).toEqual(["GC-100", "12/31/2026", "$50.00", "Lincoln Eagles", "Jordan Ellis"]);
    expect(api.by("POST").map((sent) => sent.body)).toEqual([
      { certificateNumber: "GC-100", catalog: "BS", siteCode: "fieldhouse" },
    ]);
  });

  test("an unknown certificate shows INVALID for number and expiry", async () => {
    server({ certificateNumber: "", isValid: false, expireDate: "", redemptionValue: "", name1: "", name2: "" });
    renderPage(<CertificatePage />, "/gift-certificate?id=NONE-1");
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Status: Invalid" });
    expect(button.disabled).toBe(true);
    expect(details.map(detail)).toEqual(["INVALID", "INVALID", "N/A", "N/A", "N/A"]);
  });

  test.each([
    ["D", "Status: Expired"],
    ["C", "Status: Redeemed"],
    ["E", "Status: Voided"],
  ])("status %s is told on a button that cannot be pressed: %s", async (status, label) => {
    server({ status, isValid: false });
    renderPage(<CertificatePage />, "/gift-certificate?id=GC-100");
    expect((await screen.findByRole<HTMLButtonElement>("button", { name: label })).disabled).toBe(true);
  });

  test("redeeming adds it, says Added! and leads on", async () => {
    const api = server({});
    renderPage(<CertificatePage />, "/gift-certificate?id=GC-100");
    await userEvent.click(await screen.findByRole("button", { name: "Redeem Certificate" }));
    expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Added!" })).disabled).toBe(true);
    const on = screen.getByRole("link", { name: "Continue Shopping" });
    await waitFor(() => expect(document.activeElement).toBe(on));
    const added = api.by("POST").find((sent) => sent.url === "/api/cart/certificates");
    expect(added?.body).toEqual({ certificateNumber: "GC-100", place: "page" });
  });

  test("a failure to add is told", async () => {
    const api = server({});
    api.on("POST /api/cart/certificates", () =>
      problem(422, {
        errors: [
          {
            field: "certificateNumber",
            code: "certificate_not_added",
            message: "We could not add this certificate to your order.",
          },
        ],
      }),
    );
    renderPage(<CertificatePage />, "/gift-certificate?id=GC-100");
    await userEvent.click(await screen.findByRole("button", { name: "Redeem Certificate" }));
    expect(await screen.findByText("We could not add this certificate to your order.")).toBeTruthy();
  });

  test("nothing entered, and what is in the cart already, are told at the field", async () => {
    server({}, cart({ paymentInfo: paidWith(["GC-100", 5000]) }));
    renderPage(<CertificatePage />, "/gift-certificate");
    const field = screen.getByRole("textbox", { name: "Certificate number" });
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(screen.getByText("Please input a valid certificate.")).toBeTruthy();
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, "GC-100{Enter}");
    expect(await screen.findByText("This certificate is already in your cart.")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Added!" })).toBeTruthy();
  });

  test("too many look-ups say to wait", async () => {
    const api = server({});
    api.on("POST /api/features/CertificateInput", () =>
      problem(429, { title: "That was asked too often. Please wait a minute and try again." }),
    );
    renderPage(<CertificatePage />, "/gift-certificate?id=GC-100");
    expect(await screen.findByText("That was asked too often. Please wait a minute and try again.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});

describe("the box of cart and checkout", () => {
  const box = () => screen.getByRole("region", { name: "Gift certificates" });
  const show = (paymentInfo: PaymentInfoView, site = bareShell("fieldhouse")) =>
    renderPage(<CertificateBox paymentInfo={paymentInfo} totalCents={3800} />, "/cart", site);

  test("adds what was entered, empties the field and announces it", async () => {
    const api = server({});
    show({ payments: [] });
    const field = within(box()).getByRole<HTMLInputElement>("textbox", { name: "Certificate number" });
    await userEvent.type(field, "gc-100{Enter}");
    expect(await within(box()).findByText("Certificate GC-100 was added.")).toBeTruthy();
    expect(field.value).toBe("");
    expect(api.by("POST")[0]?.body).toEqual({ certificateNumber: "gc-100", place: "order" });
  });

  test("tells what is wrong at the field and takes the focus there", async () => {
    const api = server({});
    show(paidWith(["GC-100", 5000]));
    const field = within(box()).getByRole("textbox", { name: "Certificate number" });
    const apply = within(box()).getByRole("button", { name: "Apply" });
    for (const [typed, sentence] of [
      ["", "Please input a valid certificate."],
      ["12;34", "Please enter a valid certificate number."],
      ["gc-100", "This certificate is already added to this order."],
    ] as const) {
      await userEvent.clear(field);
      if (typed) await userEvent.type(field, typed);
      await userEvent.click(apply);
      expect(within(box()).getByText(sentence)).toBeTruthy();
      expect(field.getAttribute("aria-invalid")).toBe("true");
      expect(document.activeElement).toBe(field);
    }
    expect(api.by("POST")).toEqual([]);
  });

  test("says what of a certificate would be lost before the order", () => {
    server({});
    show(paidWith(["GC-100", 5000]));
    expect(screen.getByText("The remaining $12.00 of this certificate cannot be used later")).toBeTruthy();
  });

  test("removes a certificate and announces it", async () => {
    const api = server({}, cart({ paymentInfo: paidWith(["GC-100", 5000]) }));
    show(paidWith(["GC-100", 5000]));
    await userEvent.click(screen.getByRole("button", { name: "Remove certificate GC-100" }));
    expect(await screen.findByText("Certificate GC-100 was removed.")).toBeTruthy();
    expect(api.by("DELETE").map((sent) => sent.url)).toEqual(["/api/cart/certificates/p-GC-100"]);
  });

  const sentences = () => within(box()).getByRole("status").textContent;

  test("a certificate taken off has the focus where it is said; one that cannot be says why, then it is tried anew", async () => {
    const api = server({}, cart({ paymentInfo: paidWith(["GC-100", 5000]) }));
    api.on("DELETE /api/cart/certificates/*", () => problem(503));
    show(paidWith(["GC-100", 5000]));
    const remove = screen.getByRole("button", { name: "Remove certificate GC-100" });
    const alerts = () => within(box()).queryAllByRole("alert");
    expect([sentences(), alerts()]).toEqual(["", []]);
    await userEvent.click(remove);
    const refusal = "The store could not do this right now. Please try again.";
    expect(await within(box()).findByText(refusal)).toBeTruthy();
    expect(sentences()).toBe("");
    let answer: (cart: object) => void = () => {};
    api.on("DELETE /api/cart/certificates/*", () => new Promise<object>((resolve) => (answer = resolve)));
    await userEvent.click(remove);
    expect(alerts()).toEqual([]);
    await waitFor(() => expect(api.by("DELETE")).toHaveLength(2));
    answer(cart({ version: 4 }));
    await waitFor(() => expect(sentences()).toBe("Certificate GC-100 was removed."));
    expect(document.activeElement?.textContent).toBe("Certificate GC-100 was removed.");
    // What is done next begins without what was said before.
    api.on("POST /api/cart/certificates", () => problem(503));
    await userEvent.type(within(box()).getByRole("textbox"), "GC-200{Enter}");
    expect(await within(box()).findByText(refusal)).toBeTruthy();
    expect(sentences()).toBe("");
  });

  test("a certificate that is added takes away what was said of another", async () => {
    const api = server({}, cart({ paymentInfo: paidWith(["GC-100", 5000]) }));
    api.on("DELETE /api/cart/certificates/*", () => problem(503));
    show(paidWith(["GC-100", 5000]));
    await userEvent.click(screen.getByRole("button", { name: "Remove certificate GC-100" }));
    await within(box()).findByRole("alert");
    await userEvent.type(within(box()).getByRole("textbox"), "GC-200{Enter}");
    expect(await within(box()).findByText("Certificate GC-200 was added.")).toBeTruthy();
    expect(within(box()).queryByRole("alert")).toBeNull();
  });

  test("nothing of a certificate is lost while nothing is in the cart; the page that tells its worth is one press away", () => {
    server({});
    renderPage(<CertificateBox paymentInfo={paidWith(["GC-100", 5000])} />, "/cart", bareShell("fieldhouse"));
    expect(within(box()).getByText("GC-100")).toBeTruthy();
    expect(screen.queryByText(/cannot be used later/)).toBeNull();
    const worth = within(box()).getByRole("link", { name: "See what a certificate is worth" });
    expect(worth.getAttribute("href")).toMatch(/^\/gift-certificate/);
  });

  test("where a brand has no box, what was added elsewhere is still listed, and can be taken off", async () => {
    const api = server({}, cart({ paymentInfo: paidWith(["GC-100", 5000]) }));
    show(paidWith(["GC-100", 5000]), bareShell("athleticconnection"));
    expect(within(box()).queryByRole("textbox")).toBeNull();
    expect(within(box()).queryByRole("link")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Remove certificate GC-100" }));
    await waitFor(() => expect(api.by("DELETE")).toHaveLength(1));
  });

  test("the club brand has no box", () => {
    server({});
    show({ payments: [] }, bareShell("athleticconnection"));
    expect(screen.queryByRole("region", { name: "Gift certificates" })).toBeNull();
  });
});

describe("where certificates are shown", () => {
  const paid = paidWith(["GC-100", 50_000]);

  test("the cart page has the box, and only where the brand has one", async () => {
    server({});
    const page = renderPage(<CartPage />, "/cart");
    await screen.findByRole("heading", { level: 1, name: "My Cart (12)" });
    expect(screen.getByText("Gift certificates")).toBeTruthy();
    page.unmount();
    server({});
    renderPage(<CartPage />, "/cart", bareShell("athleticconnection"));
    await screen.findByRole("heading", { level: 1, name: "My Cart (12)" });
    expect(screen.queryByText("Gift certificates")).toBeNull();
  });

  test("a wrong certificate number does not keep the shopper from checking out", async () => {
    server({});
    const page = renderPage(<CartPage />, "/cart");
    await screen.findByRole("heading", { level: 1, name: "My Cart (12)" });
    await userEvent.type(screen.getByLabelText("Certificate number"), "12;34{Enter}");
    expect(screen.getByText("Please enter a valid certificate number.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Proceed To Checkout" }));
    await waitFor(() => expect(page.address()).toBe("/checkout/shipping"));
  });

  test("what certificates pay whole needs no purchase order", async () => {
    const view = reviewed({ payment: null, paymentNeeded: false, paymentInfo: paid, grossCents: 33975, totalCents: 0 });
    stubApi({ "GET /api/checkout": () => view });
    renderPage(
      <Routes>
        <Route path="/checkout/:step" element={<CheckoutPage />} />
      </Routes>,
      "/checkout/payment",
    );
    await screen.findByRole("heading", { level: 1, name: "Payment" });
    expect(screen.queryByLabelText("Purchase order number *")).toBeNull();
    expect(screen.getByText(/No purchase order is needed/)).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: "Review Order" }));
    await screen.findByRole("heading", { level: 1, name: "Review your order" });
    expect(screen.getByText("GC-100")).toBeTruthy();
    expect(screen.getByText("The remaining $160.25 of this certificate cannot be used later")).toBeTruthy();
  });

  test("an order lists the certificates it was paid with", async () => {
    const line = { paymentId: "p", certificateNumber: "GC-100", amount: "$500.00", remainder: "" };
    stubApi({ "GET /api/orders/0rd3r": () => order({ poNumber: "", certificates: [line] }) });
    renderPage(<OrderPage />, "/order?id=0rd3r");
    await screen.findByRole("heading", { level: 1, name: "Thank you for your order" });
    expect(screen.getByText("GC-100")).toBeTruthy();
    expect(screen.queryByText("Purchase order")).toBeNull();
  });
});
