// The header's search field: when it asks, what it shows, how it is used from the keyboard.

import type { SuggestHitView, SuggestView } from "@fieldhouse/rules";
import { expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderPage } from "../../../../test/render-page";
import { stubApi } from "../../../../test/stub-api";
import { SearchBox } from "./SearchBox";

function hit(name: string, part: Partial<SuggestHitView> = {}): SuggestHitView {
  return {
    name,
    highlights: [],
    slug: name.toLowerCase().replace(/ /g, "-"),
    price: 2000,
    discountedPrice: null,
    thumbnail: "/images/tee.svg",
    masterVariant: "A",
    variantSKUs: ["A"],
    callToOrder: false,
    ...part,
  };
}

function answer(hits: SuggestHitView[], part: Partial<SuggestView> = {}): SuggestView {
  return { query: "jersey", hits, nbHits: hits.length, redirect: "", ...part };
}

const asked = (sent: { url: string }[]) => sent.filter((call) => call.url.startsWith("/api/search/suggest"));

test("asks nothing below three characters, and never with the stripped ones", async () => {
  const api = stubApi({ "GET /api/search/suggest*": () => answer([hit("Practice Jersey")]) });
  renderPage(<SearchBox />);
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Search products" });
  await userEvent.type(field, "<j*e\\>");
  expect(field.value).toBe("je");
  await userEvent.type(field, "r");
  await screen.findByRole("listbox");
  expect(asked(api.sent).map((call) => call.url)).toEqual(["/api/search/suggest?query=jer"]);
});

test("r68 50 kB that are pasted are cut at 200 characters and asked once", async () => {
  for (const piece of ["<*\\>a", "a ", "((a+)+)+$", "\u{1f3c8}", "e\u0301", "\t\u202e."]) {
    const api = stubApi({ "GET /api/search/suggest*": () => answer([]) });
    const page = renderPage(<SearchBox />);
    const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Search products" });
    fireEvent.change(field, { target: { value: piece.repeat(50_000 / piece.length) } });
    expect([...field.value].length).toBeLessThanOrEqual(200);
    await waitFor(() => expect(asked(api.sent).length).toBe(1));
    const [call] = asked(api.sent);
    const query = new URL(call?.url ?? "", "http://store").searchParams.get("query") ?? "";
    expect([...query].length).toBeLessThanOrEqual(200);
    page.unmount();
  }
});

test("marks what matched, shows prices, and says which must be ordered by phone", async () => {
  stubApi({
    "GET /api/search/suggest*": () =>
      answer([
        hit("Practice Jersey", { highlights: [{ start: 9, end: 12 }], discountedPrice: 1500 }),
        hit("Scoreboard", { callToOrder: true }),
      ]),
  });
  renderPage(<SearchBox />);
  await userEvent.type(screen.getByRole("combobox"), "jersey");
  const list = await screen.findByRole("listbox");
  expect(list.querySelector("mark")?.textContent).toBe("Jer");
  const [first, second] = within(list).getAllByRole("option");
  const all = screen.getAllByRole("option").at(-1);
  expect(first?.textContent).toContain("$15.00");
  expect(first?.querySelector("s")?.textContent).toBe("$20.00");
  expect(second?.textContent).toContain("Price Not Available");
  expect(all?.textContent).toBe("View all results");
  expect(list.getAttribute("aria-owns")).toBe(all?.id);
  const quickViews = within(screen.getByRole("list", { name: "Quick View" })).getAllByRole("button");
  expect(quickViews.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Quick View: Practice Jersey",
    "Quick View: Scoreboard",
  ]);
  const thumbnail = list.querySelector("img");
  expect([thumbnail?.width, thumbnail?.height]).toEqual([48, 48]);
});

test("says so when nothing matches", async () => {
  stubApi({ "GET /api/search/suggest*": () => answer([]) });
  renderPage(<SearchBox />);
  await userEvent.type(screen.getByRole("combobox"), "zzzz");
  expect(await screen.findByText("No results found.")).toBeTruthy();
});

test("arrows choose an option, Enter goes there, Escape closes", async () => {
  stubApi({ "GET /api/search/suggest*": () => answer([hit("Practice Jersey"), hit("Game Jersey")]) });
  const page = renderPage(<SearchBox />);
  const field = screen.getByRole("combobox");
  await userEvent.type(field, "jersey");
  await screen.findByRole("listbox");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field.getAttribute("aria-expanded")).toBe("false");
  await userEvent.keyboard("{ArrowDown}");
  const chosen = await screen.findByRole("option", { selected: true });
  expect(chosen.textContent).toContain("Practice Jersey");
  expect(field.getAttribute("aria-activedescendant")).toBe(chosen.id);
  await userEvent.keyboard("{Enter}");
  expect(page.address()).toBe("/p/practice-jersey/");
});

test("Enter with nothing chosen opens all results, and content may send it elsewhere", async () => {
  const api = stubApi({ "GET /api/search/suggest*": () => answer([hit("Practice Jersey")]) });
  const page = renderPage(<SearchBox />);
  const field = screen.getByRole("combobox");
  await userEvent.type(field, "a b{Enter}");
  expect(page.address()).toBe("/search/?query=a%20b");
  api.on("GET /api/search/suggest*", () => answer([], { query: "returns", redirect: "/returns/" }));
  await userEvent.clear(field);
  await userEvent.type(field, "returns");
  await screen.findByText("No results found.");
  await userEvent.keyboard("{Enter}");
  expect(page.address()).toBe("/returns/");
});

test("a press outside closes the list", async () => {
  stubApi({ "GET /api/search/suggest*": () => answer([hit("Practice Jersey")]) });
  renderPage(
    <>
      <SearchBox />
      <button type="button">Elsewhere</button>
    </>,
  );
  await userEvent.type(screen.getByRole("combobox"), "jersey");
  await screen.findByRole("listbox");
  await userEvent.click(screen.getByRole("button", { name: "Elsewhere" }));
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
});

test("the list is at most 60vh high, 40vh on desktops; a search is told once", async () => {
  const scope = window as Window & { dataLayer?: unknown[] };
  scope.dataLayer = [];
  stubApi({ "GET /api/search/suggest*": () => answer([hit("Practice Jersey")]) });
  const page = renderPage(<SearchBox />);
  await userEvent.type(screen.getByRole("combobox"), "jersey");
  const list = await screen.findByRole("listbox");
  const scrolled = list.closest('[class*="vh]"]') ?? list.querySelector('[class*="vh]"]');
  expect(scrolled?.className.split(" ")).toEqual(expect.arrayContaining(["max-h-[60vh]", "lg:max-h-[40vh]"]));
  expect(scope.dataLayer).toEqual([]);
  await userEvent.keyboard("{Enter}");
  expect(page.address()).toBe("/search/?query=jersey");
  expect(scope.dataLayer).toEqual([{ event: "search", query: "jersey" }]);
});

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Search products" });
const selected = () => screen.queryByRole("option", { selected: true })?.textContent ?? "the field";

test("arrows go round: the field, each hit, all results, and the field again", async () => {
  stubApi({ "GET /api/search/suggest*": () => answer([hit("Practice Jersey"), hit("Game Jersey")]) });
  renderPage(<SearchBox />);
  await userEvent.type(field(), "jersey");
  await screen.findByRole("listbox");
  const way = ["Practice Jersey$20.00", "Game Jersey$20.00", "View all results", "the field", "Practice Jersey$20.00"];
  expect(selected()).toBe("the field");
  expect(field().getAttribute("aria-activedescendant")).toBeNull();
  for (const stop of way) {
    await userEvent.keyboard("{ArrowDown}");
    expect(selected()).toBe(stop);
  }
  for (const stop of ["the field", "View all results", "Game Jersey$20.00"]) {
    await userEvent.keyboard("{ArrowUp}");
    expect(selected()).toBe(stop);
  }
  // Typing on begins anew at the field.
  await userEvent.type(field(), "s");
  expect(selected()).toBe("the field");
  await userEvent.keyboard("{ArrowDown}{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.keyboard("{ArrowDown}");
  expect(selected()).toBe("Practice Jersey$20.00");
});

test("without hits arrows do nothing, and other keys are the field's own", async () => {
  stubApi({ "GET /api/search/suggest*": () => answer([]) });
  renderPage(<SearchBox />);
  await userEvent.type(field(), "zzzz");
  await screen.findByText("No results found.");
  expect(fireEvent.keyDown(field(), { key: "ArrowDown" })).toBe(true);
  expect(field().getAttribute("aria-activedescendant")).toBeNull();
  expect(fireEvent.keyDown(field(), { key: "a" })).toBe(true);
  expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(false);
  expect(screen.queryByText("No results found.")).toBeNull();
  // Nothing is open any more: Escape is whoever's it is around the field.
  expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(true);
});

test("nothing is searched for below one character, and what was shown goes when the field is emptied", async () => {
  const api = stubApi({ "GET /api/search/suggest*": () => answer([hit("Practice Jersey")]) });
  const page = renderPage(<SearchBox />, "/about-us/");
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  expect(page.address()).toBe("/about-us/");
  await userEvent.type(field(), "jersey");
  await screen.findByRole("listbox");
  await userEvent.clear(field());
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field().getAttribute("aria-expanded")).toBe("false");
  expect(asked(api.sent)).toHaveLength(1);
});

test("whoever moved on is told, the list is closed, and coming back to the field opens it again", async () => {
  stubApi({ "GET /api/search/suggest*": () => answer([hit("Practice Jersey")]) });
  let done = 0;
  const page = renderPage(<SearchBox onDone={() => (done += 1)} />);
  await userEvent.type(field(), "jersey");
  await screen.findByRole("listbox");
  await userEvent.keyboard("{Enter}");
  expect([page.address(), done]).toEqual(["/search/?query=jersey", 1]);
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  await screen.findByRole("listbox");
  // Inside the box nothing closes it.
  fireEvent.pointerDown(screen.getByRole("button", { name: "Search" }));
  expect(screen.getByRole("listbox")).toBeTruthy();
});

test("a list that belongs to other words sends nobody elsewhere, and a failed answer shows none", async () => {
  const api = stubApi({
    "GET /api/search/suggest?query=returns": () => answer([], { query: "returns", redirect: "/returns/" }),
    "GET /api/search/suggest*": () => new Promise<object>(() => {}),
  });
  const page = renderPage(<SearchBox />);
  await userEvent.type(field(), "returns");
  await screen.findByText("No results found.");
  await userEvent.type(field(), "x{Enter}");
  expect(page.address()).toBe("/search/?query=returnsx");
  api.on("GET /api/search/suggest*", () => new Response(null, { status: 500 }));
  await userEvent.clear(field());
  await userEvent.type(field(), "gloves");
  await waitFor(() => expect(asked(api.sent).at(-1)?.url).toContain("gloves"));
  await waitFor(() => expect(field().getAttribute("aria-expanded")).toBe("false"));
});
