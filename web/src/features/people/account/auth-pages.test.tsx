// Signing in, registering and setting a password, as account §2, §5 and §8 say it.
import { describe, expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { anonymous, coach } from "../../../../test/account-samples";
import { cart, change } from "../../../../test/cart-samples";
import { otherWindow } from "../../../../test/other-window";
import { type RenderedPage, renderPage } from "../../../../test/render-page";
import { problem, stubApi } from "../../../../test/stub-api";
import { Route, Routes } from "../../../ui/router";
import CreatePasswordPage from "./CreatePasswordPage";
import RegisterPage from "./RegisterPage";
import ResetPasswordPage from "./ResetPasswordPage";
import SignInPage from "./SignInPage";

const events: unknown[] = [];
Object.assign(window, { dataLayer: events });
const session = { "GET /api/auth/session": () => anonymous };
const user = () => userEvent.setup();
const elsewhere = <p>elsewhere</p>;

function page(path: string, element: ReactNode, search = ""): RenderedPage {
  return renderPage(
    <Routes>
      <Route path={path} element={element} />
      <Route path="*" element={elsewhere} />
    </Routes>,
    path + search,
  );
}

async function signIn(email = " Coach@Club.Example ", password = "seven green llamas"): Promise<void> {
  await user().type(await screen.findByLabelText("Email *"), email);
  await user().type(screen.getByLabelText("Password *"), password);
  await user().click(screen.getByRole("button", { name: "Sign In" }));
}

describe("sign-in", () => {
  const at = (search = "") => page("/api/auth/signin", <SignInPage />, search);

  test("lower-cases the e-mail, tells the event and the other windows, goes to the callback, and a merge can be taken back", async () => {
    const api = stubApi({
      ...session,
      "POST /api/auth/signin": () => ({
        redirect: "/cart",
        merged: "We added 3 items.",
        mergedUndo: "part-them",
        session: coach,
      }),
      "POST /api/cart/undo": () => change(cart(), []),
    });
    events.length = 0;
    const another = otherWindow();
    const shown = at("?callbackUrl=%2Fcart");
    await signIn();
    await waitFor(() => expect(shown.address()).toBe("/cart"));
    expect(another.heardOfPerson()).toBe(1);
    another.close();
    expect(api.by("POST")[0]?.body).toEqual({
      email: "coach@club.example",
      password: "seven green llamas",
      callbackUrl: "/cart",
    });
    expect(events).toEqual([{ event: "login", method: "email" }]);
    expect(screen.getByText("We added 3 items.")).toBeTruthy();
    await user().click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText(/^Your cart is as it was\./)).toBeTruthy();
    expect(api.by("POST").at(-1)?.body).toEqual({ undo: "part-them" });
  });

  test("a callback to another site becomes the home page", async () => {
    const api = stubApi({ ...session, "POST /api/auth/signin": () => problem(401, { code: "login_error" }) });
    at("?callbackUrl=https%3A%2F%2Fevil.example%2F");
    await signIn();
    expect((await screen.findByRole("alert")).textContent).toBe("The email or the password is not right.");
    expect(api.by("POST")[0]?.body).toMatchObject({ callbackUrl: "/" });
  });

  test("an empty form says what is missing when it is sent, and sends nothing", async () => {
    const api = stubApi(session);
    at();
    await user().click(await screen.findByRole("button", { name: "Sign In" }));
    expect(await screen.findByText("Please enter a valid email")).toBeTruthy();
    expect(screen.getByText("Please enter a Password")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Email *"));
    expect(api.by("POST")).toHaveLength(0);
  });

  test("an error in the address is told; one with a token leads to a new password", async () => {
    stubApi(session);
    const shown = at("?error=CredentialsSignin");
    expect((await screen.findByRole("alert")).textContent).toBe("The email or the password is not right.");
    shown.unmount();
    const token = at("?error=token%3Aabc");
    await waitFor(() => expect(token.address()).toBe("/account/create-password?token=abc&magentouser=true"));
  });

  test("a refusal with a token leads there too", async () => {
    stubApi({ ...session, "POST /api/auth/signin": () => problem(401, { code: "token", error: "token:a-b_c" }) });
    const shown = at();
    await signIn();
    await waitFor(() => expect(shown.address()).toBe("/account/create-password?token=a-b_c&magentouser=true"));
  });

  test("leads to a forgotten password and to registration", async () => {
    stubApi(session);
    at();
    const forgot = await screen.findByRole("link", { name: "Forgot your password?" });
    expect(forgot.getAttribute("href")).toBe("/account/reset-password");
    expect(screen.getByRole("link", { name: "Create an account" }).getAttribute("href")).toBe("/account/register");
  });
});

describe("reset request", () => {
  const at = (search = "") => page("/account/reset-password", <ResetPasswordPage />, search);

  test("sends the store key and confirms", async () => {
    const api = stubApi({ "POST /api/features/Account/password-token": () => ({ ok: true }) });
    at();
    await user().type(await screen.findByLabelText("Email *"), "coach@club.example");
    await user().click(screen.getByRole("button", { name: "Send link" }));
    const home = await screen.findByRole("link", { name: "Back to home" });
    expect(home.getAttribute("href")).toBe("/");
    expect(api.sent[0]?.body).toEqual({ email: "coach@club.example", storeKey: "fieldhouse" });
  });

  test("tells an expired link and cancels to sign-in", async () => {
    stubApi();
    at("?isExpired=true");
    expect((await screen.findByRole("alert")).textContent).toContain("This link has expired");
    expect(screen.getByRole("link", { name: "Cancel" }).getAttribute("href")).toBe("/api/auth/signin");
  });
});

describe("create password", () => {
  const at = (search: string) => page("/account/create-password", <CreatePasswordPage />, search);
  const fill = async () => {
    await user().type(await screen.findByLabelText("New Password *"), "nine purple giraffes");
    await user().type(screen.getByLabelText("Confirm Password *"), "nine purple giraffes");
    await user().click(screen.getByRole("button", { name: "Save password" }));
  };

  test("without a token it leads to the request", async () => {
    stubApi();
    const shown = at("");
    await waitFor(() => expect(shown.address()).toBe("/account/reset-password"));
  });

  test("sets the password and leads to sign-in", async () => {
    const api = stubApi({ "POST /api/features/Account/create-password": () => ({ ok: true }) });
    at("?token=abc&magentouser=true");
    expect(await screen.findByText(/Please choose a new password once/)).toBeTruthy();
    await fill();
    expect((await screen.findByRole("link", { name: "Sign in" })).getAttribute("href")).toBe("/api/auth/signin");
    expect(api.sent[0]?.body).toEqual({ password: "nine purple giraffes", token: "abc" });
  });

  test("[1] is told without its prefix; any other refusal is an expired link", async () => {
    const common = "[1] New password is detected on a list of common passwords";
    const api = stubApi({ "POST /api/features/Account/create-password": () => problem(422, { error: common }) });
    const shown = at("?token=abc");
    await fill();
    expect((await screen.findByRole("alert")).textContent).toBe(common.slice(4));
    api.on("POST /api/features/Account/create-password", () => problem(400, { error: "expired" }));
    await user().click(screen.getByRole("button", { name: "Save password" }));
    await waitFor(() => expect(shown.address()).toBe("/account/reset-password?isExpired=true"));
  });
});

describe("registration", () => {
  const at = () => page("/account/register", <RegisterPage />);
  const fill = async () => {
    const typed: [string, string][] = [
      ["Title *", "Head Coach"],
      ["First Name *", "Pat"],
      ["Last Name *", "Margolis"],
      ["Phone Number *", "214-555-0142"],
      ["Address *", "1 Main St"],
      ["City *", "Dallas"],
      ["Zip/Postal Code *", "75201"],
      ["Email *", "coach@club.example"],
      ["Confirm Email *", "coach@club.example"],
      ["Password *", "seven green llamas"],
      ["Confirm Password *", "seven green llamas"],
    ];
    for (const [label, text] of typed) {
      await user().click(screen.getByLabelText(label));
      await user().paste(text);
    }
    await user().selectOptions(screen.getByLabelText("Classification *"), "Club");
    await user().selectOptions(screen.getByLabelText("State *"), "TX");
    await user().click(screen.getByRole("button", { name: "Create account" }));
  };

  test("a whole registration is sent, told and confirmed", async () => {
    const api = stubApi({
      "POST /api/addresses/lookup": () => ({ lookups: [{ result: [] }] }),
      "POST /api/features/Account/register": () => ({ ok: true }),
    });
    events.length = 0;
    at();
    expect(screen.queryByLabelText("Additional phone (optional)")).toBeNull();
    await user().click(screen.getByRole("button", { name: "Add additional phone" }));
    expect(screen.getByLabelText("Additional phone (optional)")).toBeTruthy();
    await fill();
    expect((await screen.findByRole("link", { name: "Sign in" })).getAttribute("href")).toBe("/api/auth/signin");
    expect(api.sent.map((sent) => sent.url)).toEqual(["/api/addresses/lookup", "/api/features/Account/register"]);
    expect(api.sent[1]?.body).toMatchObject({
      subscribeNewsletter: true,
      country: "US",
      state: "TX",
      title: "Head Coach",
    });
    expect(events).toEqual([{ event: "sign_up", method: "email" }]);
  });

  test("the chosen suggestion stays when the registration is refused, and what is said has the focus", async () => {
    const suggestion = { deliveryLine1: "1 Main Street", deliveryLine2: "", city: "Dallas", state: "TX", zip: "75201" };
    const api = stubApi({
      "POST /api/addresses/lookup": () => ({ lookups: [{ result: [suggestion] }] }),
      "POST /api/features/Account/register": () => problem(409, { error: "[0] known" }),
    });
    at();
    await fill();
    await user().click(await screen.findByRole("button", { name: /Use this address/ }));
    const alert = await screen.findByRole("alert");
    await waitFor(() => expect(document.activeElement).toBe(alert));
    expect((screen.getByLabelText("Address *") as HTMLInputElement).value).toBe("1 Main Street");
    await user().click(screen.getByRole("button", { name: "Create account" }));
    await waitFor(() => expect(api.sent.filter(({ url }) => url.endsWith("/register"))).toHaveLength(2));
    expect(api.sent.filter(({ url }) => url.endsWith("/lookup"))).toHaveLength(1);
  });

  test("[0] comes with its two links, [1] with its sentence", async () => {
    const api = stubApi({ "POST /api/features/Account/register": () => problem(409, { error: "[0] known" }) });
    at();
    await fill();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("There is already an account with this email.");
    const links = [...alert.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/api/auth/signin", "/account/reset-password"]);
    api.on("POST /api/features/Account/register", () => problem(422, { error: "[1] New password is common" }));
    await user().click(screen.getByRole("button", { name: "Create account" }));
    expect(await screen.findByText(/too common and easily guessed/)).toBeTruthy();
  });
});
