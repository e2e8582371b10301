// Hosted forms and the drawer that holds one (shell §2, §4).
import type { FormView, ShellView } from "@fieldhouse/rules";
import { beforeEach, expect, jest, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi } from "../../../../test/stub-api";
import { bareShell } from "../../../shared/site";
import FormDrawer from "./FormDrawer";
import HostedForm from "./HostedForm";

const field = (name: string, label: string, over: Partial<FormView["fields"][number]> = {}) => ({
  name,
  label,
  kind: "text" as const,
  required: false,
  maxLength: 0,
  options: [],
  autocomplete: "",
  ...over,
});
const form: FormView = {
  slug: "quote",
  title: "Team quote",
  description: "A person answers.",
  fields: [
    field("name", "Your name", { required: true, autocomplete: "name" }),
    field("email", "Email", { kind: "email", required: true }),
    field("sport", "Sport", { kind: "select", options: ["Football", "Soccer"] }),
    field("message", "Message", { kind: "textarea", maxLength: 100 }),
    field("agree", "You may write to me", { kind: "checkbox" }),
  ],
  submitText: "Send",
};
const content: ShellView = {
  ...bareShell("fieldhouse"),
  formDrawer: { header: "Get a team quote", stickyButtonText: "Get a quote", forms: ["quote", "privacy"] },
};
const events = () => (window as Window & { dataLayer?: unknown[] }).dataLayer ?? [];

beforeEach(() => {
  (window as Window & { dataLayer?: unknown[] }).dataLayer = [];
});

async function fill() {
  await userEvent.type(screen.getByLabelText("Your name *"), "Pat");
  await userEvent.type(screen.getByLabelText("Email *"), "pat@club.example");
  await userEvent.selectOptions(screen.getByLabelText("Sport"), "Soccer");
  await userEvent.click(screen.getByLabelText("You may write to me"));
}

test("before scripts run a form posts to a page of its own, with everything it asks", () => {
  stubApi();
  renderPage(<HostedForm form={form} />, "/contact-us/");
  const element = screen.getByRole<HTMLFormElement>("form", { name: "Team quote" });
  expect(element.getAttribute("method")).toBe("post");
  expect(element.getAttribute("action")).toBe("/forms/quote");
  const names = [...element.elements].map((control) => control.getAttribute("name")).filter(Boolean);
  expect(names).toEqual(["name", "email", "sport", "message", "agree", "website"]);
});

test("a sent form is replaced by the thanks and the way home, and told once", async () => {
  const api = stubApi({ "POST /api/forms/quote": () => new Response(null, { status: 204 }) });
  const page = renderPage(<HostedForm form={form} />, "/contact-us/");
  await fill();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  const thanks = await screen.findByText("Thank you, we received your form submission!");
  expect(api.sent[0]?.body).toEqual({
    values: { name: "Pat", email: "pat@club.example", sport: "Soccer", message: "", agree: "true" },
    website: "",
  });
  expect(events()).toEqual([{ event: "form_submit", form_name: "Team quote" }]);
  expect(screen.queryByRole("form")).toBeNull();
  const said = document.activeElement as HTMLElement;
  expect([said.contains(thanks), said.getAttribute("role"), said.tabIndex]).toEqual([true, "status", -1]);
  await userEvent.click(screen.getByRole("link", { name: "Return to home page" }));
  expect(page.address()).toBe("/");
});

test("what the server finds broken is told at its field, and the first one has the focus", async () => {
  stubApi({
    "POST /api/forms/quote": () =>
      problem(422, {
        errors: [
          { field: "name", code: "fill_in_field", message: "Please fill in this field" },
          { field: "email", code: "email_invalid", message: "Please enter a valid email" },
        ],
      }),
  });
  renderPage(<HostedForm form={form} />);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Please enter a valid email")).toBeTruthy();
  const name = screen.getByLabelText("Your name *");
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(name);
  expect(events()).toEqual([]);
});

test("too many forms are told with the way on, and nothing that was typed is lost", async () => {
  stubApi({ "POST /api/forms/quote": () => problem(429, { title: "Please try again in an hour, or call us." }) });
  renderPage(<HostedForm form={form} />);
  await fill();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Please try again in an hour, or call us.")).toBeTruthy();
  expect((screen.getByLabelText("Your name *") as HTMLInputElement).value).toBe("Pat");
});

test("while a form is on its way another press sends nothing, and what was wrong goes with the next try", async () => {
  const api = stubApi({ "POST /api/forms/quote": () => problem(503) });
  renderPage(<HostedForm form={form} />);
  const send = screen.getByRole("button", { name: "Send" });
  await userEvent.click(send);
  const refusal = "The store could not do this right now. Please try again.";
  expect(await screen.findByText(refusal)).toBeTruthy();
  await waitFor(() => expect(send.getAttribute("aria-busy")).toBeNull());
  let answer: (response: Response) => void = () => {};
  api.on("POST /api/forms/quote", () => new Promise<Response>((resolve) => (answer = resolve)));
  await userEvent.click(send);
  expect(screen.queryByText(refusal)).toBeNull();
  expect(send.getAttribute("aria-busy")).toBe("true");
  fireEvent.submit(screen.getByRole("form"));
  expect(api.by("POST")).toHaveLength(2);
  // A checkbox that is not ticked says so, and what robots fill in is sent along.
  expect(api.by("POST")[1]?.body).toMatchObject({ values: { agree: "false", sport: "" }, website: "" });
  answer(new Response(null, { status: 204 }));
  expect(await screen.findByText("Thank you, we received your form submission!")).toBeTruthy();
});

test("what is wrong with no field of the form is told below it; the first wrong field has the focus, wherever it stands", async () => {
  const broken = (name: string, message: string) => ({ field: name, code: "broken", message });
  const api = stubApi({ "POST /api/forms/quote": () => problem(422, { errors: [broken("elsewhere", "Not now.")] }) });
  renderPage(<HostedForm form={form} />);
  const robots = document.querySelector<HTMLInputElement>('input[name="website"]') as HTMLInputElement;
  fireEvent.change(robots, { target: { value: "spam" } });
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Not now.")).toBeTruthy();
  expect(api.by("POST")[0]?.body).toMatchObject({ website: "spam" });
  api.on("POST /api/forms/quote", () =>
    problem(422, { errors: [broken("elsewhere", "Not now."), broken("email", "Please enter a valid email")] }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Please enter a valid email")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Email *"));
  expect(screen.queryByText("Not now.")).toBeNull();
});

test("a form of an add-on elsewhere stands in a frame of its own, with nothing of ours in it", () => {
  stubApi();
  renderPage(<HostedForm form={{ ...form, fields: [], frame: "https://forms.example/quote" }} />);
  const frame = screen.getByTitle("Team quote");
  expect(frame.getAttribute("src")).toBe("https://forms.example/quote");
  expect(frame.getAttribute("referrerpolicy")).toBe("no-referrer");
  expect(frame.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin allow-forms allow-popups");
  expect(screen.queryByRole("button")).toBeNull();
});

test("the field for robots is nobody's stop", () => {
  stubApi();
  renderPage(<HostedForm form={form} />);
  const trap = document.querySelector<HTMLInputElement>('input[name="website"]');
  expect(trap?.tabIndex).toBe(-1);
  expect(trap?.closest("[aria-hidden]")).toBeTruthy();
});

test("on club-select pages the submit button has another colour", () => {
  stubApi();
  const tone = (at: string) => {
    const page = renderPage(<HostedForm form={form} />, at);
    const { className } = screen.getByRole("button", { name: "Send" });
    page.unmount();
    return className;
  };
  expect(tone("/contact-us/")).toContain("bg-action");
  expect(tone("/club-select/")).toContain("bg-primary");
  expect(tone("/my/club-select/x/")).toBe(tone("/club-select/"));
});

test("the tab and the bar open the drawer and are gone while it is open", async () => {
  stubApi({ "GET /api/forms/quote": () => form });
  renderPage(<FormDrawer />, "/", content);
  const [tab, bar] = screen.getAllByRole("button", { name: "Get a quote" });
  expect(tab && bar).toBeTruthy();
  await userEvent.click(tab as HTMLElement);
  const drawer = await screen.findByRole("dialog", { name: "Get a team quote" });
  expect(await within(drawer).findByLabelText("Your name *")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Get a quote", hidden: true })).toBeNull();
  await userEvent.click(within(drawer).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Get a quote" })).toHaveLength(2));
});

test("the tab is on every page; a phone's foot is left to what is being ordered", () => {
  stubApi();
  for (const [address, covered] of [
    ["/about-us/", false],
    ["/cart", true],
    ["/checkout/shipping", true],
  ] as const) {
    const page = renderPage(<FormDrawer />, address, content);
    const [tab, bar] = screen.getAllByRole("button", { name: "Get a quote" });
    expect(tab?.className).toContain("md:pointer-fine:flex");
    expect(bar?.classList.contains("hidden")).toBe(covered);
    page.unmount();
  }
});

test("any element with the marker toggles the drawer; its value names the form", async () => {
  stubApi({
    "GET /api/forms/quote": () => form,
    "GET /api/forms/privacy": () => ({ ...form, slug: "privacy", title: "Privacy choices" }),
  });
  renderPage(
    <>
      <FormDrawer />
      <button type="button" data-open-form-drawer="">
        <span>Ask us</span>
      </button>
      <a href="#footer" data-open-form-drawer="privacy">
        Choices
      </a>
    </>,
    "/about-us/",
    content,
  );
  const marked = screen.getByText("Ask us");
  await userEvent.click(marked);
  expect(await screen.findByRole("dialog", { name: "Get a team quote" })).toBeTruthy();
  fireEvent.click(marked);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await userEvent.click(screen.getByRole("link", { name: "Choices" }));
  expect(await screen.findByRole("dialog", { name: "Privacy choices" })).toBeTruthy();
});

test("a form that cannot be loaded is logged only; the ways to a person stand in its place", async () => {
  const logged = jest.spyOn(console, "error").mockImplementation(() => {});
  stubApi();
  const way = { link: { href: "tel:+18005550142", title: "1-800-555-0142", newTab: false }, icon: "phone" };
  const bare = bareShell("fieldhouse");
  renderPage(<FormDrawer />, "/", { ...content, footer: { ...bare.footer, getInTouch: [way] } });
  await userEvent.click(screen.getAllByRole("button", { name: "Get a quote" })[0] as HTMLElement);
  const drawer = await screen.findByRole("dialog", { name: "Get a team quote" });
  expect(await within(drawer).findByRole("link", { name: "1-800-555-0142" })).toBeTruthy();
  expect(logged.mock.calls[0]?.[0]).toBe("the form could not be loaded");
  expect(within(drawer).queryByRole("alert")).toBeNull();
  logged.mockRestore();
});
