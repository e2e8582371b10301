// A window never shows a person who is not the one signed in: it asks when it may have become another one's, hides meanwhile, and
// is loaded anew.
import type { SessionView } from "@fieldhouse/rules";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import { anonymous, coach } from "../../test/account-samples";
import { type OtherWindow, otherWindow } from "../../test/other-window";
import { problem, type StubApi, stubApi } from "../../test/stub-api";
import { apiUrls } from "./endpoints";
import { tellOfPerson } from "./other-windows";
import { newQueryClient } from "./queries";
import { watchPerson } from "./same-person";
import { ownPage } from "./shop-as";

const buyer = { ...coach, email: "buyer@club.example" };
const renewed = jest.spyOn(ownPage, "renew").mockImplementation(() => undefined);
const root = document.documentElement;
const key = [apiUrls.session];

let another: OtherWindow;
let api: StubApi;
let client = newQueryClient();
let stop = () => {};
let answers: ((session: SessionView | Response) => void)[] = [];

function watching(session: SessionView): void {
  client = newQueryClient();
  client.setQueryData(key, session);
  stop = watchPerson(client);
}

/** The server says who it is, to the first who waits for it. */
async function answer(session: SessionView | Response): Promise<void> {
  await waitFor(() => expect(answers.length).toBeGreaterThan(0));
  answers.shift()?.(session);
  // What follows the answer.
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

const asked = () => api.sent.length;
const hidden = () => {
  expect(root.inert ?? false).toBe(root.style.opacity === "0");
  return root.style.opacity === "0";
};

function come(type: "pagehide" | "pageshow", persisted: boolean): void {
  window.dispatchEvent(Object.assign(new Event(type), { persisted }));
}

function look(away: boolean): void {
  Object.defineProperty(document, "hidden", { value: away, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  renewed.mockClear();
  answers = [];
  another = otherWindow();
  api = stubApi({ "GET /api/auth/session": () => new Promise<SessionView | Response>((told) => answers.push(told)) });
});

afterEach(() => {
  stop();
  Object.assign(root, { inert: false });
  root.style.opacity = "";
  another.close();
  document.body.innerHTML = "";
  Reflect.deleteProperty(document, "hidden");
});

test.each([
  ["nobody", anonymous],
  ["somebody else", buyer],
  ["somebody of the store who shops as the same customer", { ...coach, shopAs: true }],
])("when another window tells and it is %s now, the window hides and is loaded anew", async (_, now) => {
  watching(coach);
  await another.signedInOrOut();
  expect(hidden()).toBe(true);
  expect(renewed).not.toHaveBeenCalled();
  await answer(now);
  expect(renewed).toHaveBeenCalledTimes(1);
  // Until the fresh page is there.
  expect(hidden()).toBe(true);
});

test("when it is the same person still, the window is shown again with the focus where it was", async () => {
  document.body.innerHTML = "<input>";
  const field = document.querySelector("input");
  field?.focus();
  watching(coach);
  await another.signedInOrOut();
  // As browsers do with what is inert.
  field?.blur();
  await answer({ ...coach, firstName: "Patricia" });
  expect(hidden()).toBe(false);
  expect(document.activeElement).toBe(field);
  expect(renewed).not.toHaveBeenCalled();
});

test("the focus is taken once, and left to whoever moves it in a window that is shown", async () => {
  document.body.innerHTML = "<input><button></button>";
  const [field, button] = [document.querySelector("input"), document.querySelector("button")];
  field?.focus();
  watching(coach);
  await another.signedInOrOut();
  field?.blur();
  await another.signedInOrOut();
  await answer(coach);
  await answer(coach);
  expect(document.activeElement).toBe(field);
  button?.focus();
  look(false);
  await answer(coach);
  expect(document.activeElement).toBe(button);
});

test("what nobody answers is shown again", async () => {
  watching(coach);
  await another.signedInOrOut();
  await answer(problem(500));
  expect(hidden()).toBe(false);
  expect(renewed).not.toHaveBeenCalled();
});

test("an answer that does not come counts as none", async () => {
  const late = jest.spyOn(AbortSignal, "timeout");
  watching(coach);
  await another.signedInOrOut();
  expect(late).toHaveBeenCalledWith(5_000);
  late.mockRestore();
});

test("what is answered after it was found to be another one's shows nothing again, nor does the end of the watch", async () => {
  watching(coach);
  await another.signedInOrOut();
  await another.signedInOrOut();
  await answer(anonymous);
  await answer(problem(500));
  stop();
  expect([hidden(), renewed.mock.calls.length]).toEqual([true, 1]);
});

test("asked twice, it is shown at the last answer", async () => {
  watching(coach);
  await another.signedInOrOut();
  await another.signedInOrOut();
  await answer(coach);
  expect(hidden()).toBe(true);
  await answer(coach);
  expect(hidden()).toBe(false);
});

test("a window does not hear itself", () => {
  watching(coach);
  tellOfPerson();
  expect(another.heardOfPerson()).toBe(1);
  expect(asked()).toBe(0);
});

test("a page that the browser keeps is kept hidden, and asks when it is back", async () => {
  watching(coach);
  come("pagehide", false);
  come("pageshow", false);
  expect([hidden(), asked()]).toEqual([false, 0]);
  come("pagehide", true);
  expect([hidden(), asked()]).toEqual([true, 0]);
  come("pageshow", true);
  expect(asked()).toBe(1);
  await answer(coach);
  expect([hidden(), renewed.mock.calls.length]).toEqual([false, 0]);
  // Another browser may hide nothing before it keeps it.
  come("pageshow", true);
  expect(hidden()).toBe(true);
  await answer(anonymous);
  expect([hidden(), renewed.mock.calls.length]).toEqual([true, 1]);
});

test("a window that sleeps is hidden, and asks when it wakes", async () => {
  watching(coach);
  document.dispatchEvent(new Event("freeze"));
  expect([hidden(), asked()]).toEqual([true, 0]);
  document.dispatchEvent(new Event("resume"));
  expect(asked()).toBe(1);
  await answer(coach);
  expect(hidden()).toBe(false);
  document.dispatchEvent(new Event("resume"));
  expect(hidden()).toBe(true);
  await answer(buyer);
  expect(renewed).toHaveBeenCalledTimes(1);
});

test("a window that is looked at again asks, and stays as it is meanwhile", async () => {
  watching(coach);
  look(true);
  expect(asked()).toBe(0);
  look(false);
  expect([hidden(), asked()]).toEqual([false, 1]);
  await answer(coach);
  expect(renewed).not.toHaveBeenCalled();
  look(false);
  await answer(buyer);
  expect(renewed).toHaveBeenCalledTimes(1);
});

test("a session that was read for something else and is another person's loads the window anew", async () => {
  watching(coach);
  const read = (session: SessionView) =>
    client.fetchQuery({ queryKey: key, queryFn: async () => session, staleTime: 0 });
  await read({ ...coach, firstName: "Patricia" });
  await client.fetchQuery({ queryKey: [apiUrls.account], queryFn: async () => buyer });
  expect(renewed).not.toHaveBeenCalled();
  await read(buyer);
  expect([hidden(), renewed.mock.calls.length]).toEqual([true, 1]);
});

test("who signs in here is who the window shows", async () => {
  watching(coach);
  client.setQueryData(key, buyer);
  await another.signedInOrOut();
  await answer(buyer);
  expect(renewed).not.toHaveBeenCalled();
  await another.signedInOrOut();
  await answer(coach);
  expect(renewed).toHaveBeenCalledTimes(1);
});

test("once nobody is shown, nothing is watched, and nothing stays hidden", async () => {
  watching(coach);
  await another.signedInOrOut();
  stop();
  expect(hidden()).toBe(false);
  await answer(anonymous);
  await another.signedInOrOut();
  come("pageshow", true);
  document.dispatchEvent(new Event("freeze"));
  document.dispatchEvent(new Event("resume"));
  look(false);
  await client.fetchQuery({ queryKey: key, queryFn: async () => buyer, staleTime: 0 });
  expect([asked(), hidden(), renewed.mock.calls.length]).toEqual([1, false, 0]);
});

test("where somebody shops as a customer, the others are told of it, and of its end once the page is left", () => {
  document.body.innerHTML = '<aside id="shop-as"><form></form></aside>';
  watching({ ...coach, shopAs: true });
  expect(another.heardOfPerson()).toBe(1);
  come("pagehide", false);
  expect(another.heardOfPerson()).toBe(1);
  document.querySelector("form")?.dispatchEvent(new Event("submit"));
  expect(another.heardOfPerson()).toBe(1);
  come("pagehide", false);
  expect(another.heardOfPerson()).toBe(2);
});

test("where nobody does, no page tells of itself: a loop would be near", () => {
  watching(coach);
  expect(another.heardOfPerson()).toBe(0);
});

test("without channels there is nobody to tell", () => {
  another.close();
  watching(coach);
  expect(tellOfPerson).not.toThrow();
});
