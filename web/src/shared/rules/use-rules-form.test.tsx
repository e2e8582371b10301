// Forms over the rules as a person meets them: checked on blur or when sent, everything told at its field.
import {
  checkAddress,
  checkPasswordForm,
  checkSignIn,
  newAddress,
  stateAfterCountry,
  states,
} from "@fieldhouse/rules/account";
import { QueryClientProvider } from "@tanstack/react-query";
import { render as renderBare, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { TextField } from "../../ui/Field";
import { Select } from "../../ui/Select";
import { apiUrls } from "../endpoints";
import { newQueryClient } from "../queries";
import { useRulesForm } from "./use-rules-form";

/** A form of a site whose content says these texts. */
function render(form: ReactElement, texts: Record<string, string> = {}) {
  const client = newQueryClient();
  client.setQueryData([apiUrls.shell], { texts });
  renderBare(<QueryClientProvider client={client}>{form}</QueryClientProvider>);
}

function AddressForm({ onSave = () => {} }: { onSave?: (draft: unknown) => void }) {
  const form = useRulesForm("address", checkAddress, newAddress());
  const country = form.watch("country");
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onSave)(event)}>
      <TextField label="First Name" {...form.field("firstName")} />
      <TextField label="Last Name" {...form.field("lastName")} />
      <TextField label="Phone" {...form.field("phoneNumber")} />
      <TextField label="Street" {...form.field("address")} />
      <Select
        label="Country"
        options={["US", "CA"].map((value) => ({ value, label: value }))}
        {...form.field("country", {
          onChange: (event) =>
            form.setValue("state", stateAfterCountry(country, event.target.value, form.getValues("state"))),
        })}
      />
      <TextField label="City" {...form.field("city")} />
      <Select
        label="State"
        placeholder="Select"
        options={states(country).map(({ code, name }) => ({ value: code, label: name }))}
        {...form.field("state")}
      />
      <TextField label="Zip" {...form.field("zip")} />
      <button type="submit">Save</button>
    </form>
  );
}

function SignInForm() {
  const form = useRulesForm("signIn", checkSignIn, { email: "", password: "" });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(() => {})(event)}>
      <TextField label="Email" {...form.field("email")} />
      <TextField label="Password" {...form.field("password")} />
      <button type="submit">Sign In</button>
    </form>
  );
}

function PasswordForm() {
  const draft = { change: false, current: "", new: "", confirm: "" };
  // Its fields lie below `password.` in every form that has them.
  const form = useRulesForm("password", ({ password }: { password: typeof draft }) => checkPasswordForm(password), {
    password: draft,
  });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(() => {})(event)}>
      <TextField label="New Password" {...form.field("password.new")} />
      <TextField label="Confirm Password" {...form.field("password.confirm")} />
      <button type="submit">Save</button>
    </form>
  );
}

function described(field: HTMLElement): string {
  return document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent ?? "";
}

test("a field is checked when it is left, and no other is", async () => {
  const user = userEvent.setup();
  render(<AddressForm />);
  await user.click(screen.getByLabelText("Zip *"));
  await user.keyboard("7520");
  await user.tab();
  expect(await screen.findByText("Please enter a ZIP Code like 75201 or 75201-1234")).toBeTruthy();
  expect(described(screen.getByLabelText("Zip *"))).toContain("ZIP Code");
  expect(screen.queryByText("Please enter your First Name")).toBeNull();
});

test("a told field is checked again with every key", async () => {
  const user = userEvent.setup();
  render(<AddressForm />);
  const zip = screen.getByLabelText("Zip *");
  await user.click(zip);
  await user.tab();
  expect(await screen.findByText("Zip/Postal Code is required")).toBeTruthy();
  await user.type(zip, "75201");
  expect(screen.queryByText("Zip/Postal Code is required")).toBeNull();
  expect(zip.getAttribute("aria-invalid")).toBeNull();
});

test("sending tells everything and goes to the first field", async () => {
  const user = userEvent.setup();
  const saved: unknown[] = [];
  render(<AddressForm onSave={(draft) => saved.push(draft)} />);
  await user.click(screen.getByRole("button", { name: "Save" }));
  for (const message of [
    "Please enter your First Name",
    "Please enter your Last Name",
    "Please enter your Phone Number",
    "Please enter your Address",
    "Please enter your City",
    "Please select your State",
    "Zip/Postal Code is required",
  ]) {
    expect(await screen.findByText(message)).toBeTruthy();
  }
  expect(document.activeElement).toBe(screen.getByLabelText("First Name *"));
  expect(saved).toEqual([]);
});

test("another country clears the state", async () => {
  const user = userEvent.setup();
  render(<AddressForm />);
  const state = screen.getByLabelText("State *") as HTMLSelectElement;
  await user.selectOptions(state, "TX");
  await user.selectOptions(screen.getByLabelText("Country *"), "CA");
  expect(state.value).toBe("");
  await user.selectOptions(state, "ON");
  expect(state.value).toBe("ON");
});

test("controls carry what the browser fills in and how much they hold", () => {
  render(<AddressForm />);
  const first = screen.getByLabelText("First Name *") as HTMLInputElement;
  expect([first.autocomplete, first.maxLength, first.getAttribute("aria-required")]).toEqual([
    "given-name",
    70,
    "true",
  ]);
  const phone = screen.getByLabelText("Phone *") as HTMLInputElement;
  expect([phone.type, phone.inputMode, phone.autocomplete]).toEqual(["tel", "tel", "tel"]);
});

test("sign-in is checked when it is sent", async () => {
  const user = userEvent.setup();
  render(<SignInForm />);
  const email = screen.getByLabelText("Email *") as HTMLInputElement;
  expect(email.autocomplete).toBe("username");
  await user.click(email);
  await user.tab();
  expect(screen.queryByText("Please enter a valid email")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  expect(await screen.findByText("Please enter a valid email")).toBeTruthy();
  expect(screen.getByText("Please enter a Password")).toBeTruthy();
});

test("the confirmation is told beside the confirmation, and a long password is not cut", async () => {
  const user = userEvent.setup();
  render(<PasswordForm />);
  const typed = screen.getByLabelText("New Password *") as HTMLInputElement;
  expect([typed.type, typed.maxLength, typed.autocomplete]).toEqual(["password", -1, "new-password"]);
  await user.type(typed, "x7Kq".repeat(17));
  await user.type(screen.getByLabelText("Confirm Password *"), "other");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Password must have a maximum of 64 characters")).toBeTruthy();
  expect(described(screen.getByLabelText("Confirm Password *"))).toBe("The passwords do not match");
});

test("a site's content says the sentence of a broken rule by its key, with its numbers", async () => {
  render(<AddressForm />, { enterCity: "Which city do we ship to?", enterFirstName: "First Name, please" });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Which city do we ship to?")).toBeTruthy();
  expect(screen.getByText("First Name, please")).toBeTruthy();
  expect(screen.getByText("Please enter your Last Name")).toBeTruthy();
});
