// What the desk's pages share: words of moments and changes, addresses, calls that want a proof first, passkeys as bytes.
import { afterEach, expect, jest, test } from "@jest/globals";
import { problem, stubApi } from "../../../test/stub-api";
import { changesOf } from "../features/audit/AuditPage";
import { CalledOff, hear, read, send, sentenceOf } from "./client";
import { asking, sessionUrl, to } from "./endpoints";
import { moment } from "./moments";
import { answerOf, optionsOf } from "./passkeys";
import { rememberPlace, takePlace } from "./place";
import { isFindable, leftOut } from "./sought";
import { count, eventSaid, eventWord } from "./words";

let forget = () => {};
afterEach(() => forget());

test("moments are told as people say them", () => {
  const now = new Date(2026, 10, 23, 14, 30);
  const at = (...when: [number, number, number, number, number]) => moment(new Date(...when).getTime(), now);
  expect(at(2026, 10, 23, 9, 5)).toBe("today 09:05");
  expect(at(2026, 10, 22, 23, 59)).toBe("yesterday 23:59");
  expect(at(2026, 2, 1, 16, 20)).toBe("Mar 1, 16:20");
  expect(at(2025, 2, 1, 16, 20)).toBe("Mar 1, 2025");
});

test("words that the index cannot find are told, where others are looked for", () => {
  expect(["", "ab", "ab cd", "abc", "a bcd", "öäü"].map(isFindable)).toEqual([false, false, false, true, true, true]);
  expect(leftOut(" FH 100001 Lee a")).toBe("Words of one or two letters are not looked for: FH, a.");
  expect(["", "ab cd", "Lincoln High"].map(leftOut)).toEqual(["", "", ""]);
});

test("addresses are filled in and asked with what is not empty", () => {
  expect(to("/desk/api/orders/{id}/holds/{hold}/close", "a/b", "c")).toBe("/desk/api/orders/a%2Fb/holds/c/close");
  expect(asking(to("/desk/api/orders"), { q: "a b", site: "" })).toBe("/desk/api/orders?q=a+b");
  expect(asking(to("/desk/api/orders"), { q: "" })).toBe("/desk/api/orders");
});

test("who left for single sign-on is led on once to where they wanted to be", () => {
  history.replaceState(null, "", "/desk/orders?queue=on_hold");
  rememberPlace();
  expect([takePlace(), takePlace()]).toEqual(["/orders?queue=on_hold", undefined]);
});

test("words count", () => {
  expect([count(1, "piece"), count(0, "piece"), count(1200, "line")]).toEqual(["1 piece", "0 pieces", "1,200 lines"]);
  expect([eventWord("order.held"), eventWord("order.painted_red")]).toEqual([
    "put the order on hold",
    "order painted red",
  ]);
});

test("what changed is told field by field", () => {
  expect(changesOf({ a: 1, b: "x", c: null }, { a: 2, b: "x", d: ["y"] })).toEqual([
    { field: "a", from: "1", to: "2" },
    { field: "d", from: "", to: '["y"]' },
  ]);
  expect(changesOf(null, "word")).toEqual([]);
});

test("an act that wants a proof asks for it and goes on by itself", async () => {
  const api = stubApi({ "POST /desk/api/recovery-codes": () => problem(403, { code: "reauthenticate" }) });
  const confirm = jest.fn(async () => {
    api.on("POST /desk/api/recovery-codes", () => ({ recoveryCodes: ["one"] }));
    return true;
  });
  forget = hear({ ended: () => {}, confirm });
  await expect(send("POST", to("/desk/api/recovery-codes"))).resolves.toEqual({ recoveryCodes: ["one"] });
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(api.by("POST").length).toBe(2);
});

test("called off it is not done", async () => {
  const api = stubApi({ "POST /desk/api/recovery-codes": () => problem(403, { code: "reauthenticate" }) });
  forget = hear({ ended: () => {}, confirm: async () => false });
  await expect(send("POST", to("/desk/api/recovery-codes"))).rejects.toBeInstanceOf(CalledOff);
  expect(api.by("POST").length).toBe(1);
});

test("an ended session is heard of, a refused proof is no end", async () => {
  const ended = jest.fn();
  forget = hear({ ended, confirm: async () => false });
  stubApi({ "GET /desk/api/session": () => problem(401, { code: "sign_in_first" }) });
  await expect(read(sessionUrl)).rejects.toThrow();
  expect(ended).toHaveBeenCalledTimes(1);
  stubApi({ "GET /desk/api/session": () => problem(401, { code: "sign_in_refused", title: "That is not right." }) });
  const failure = await read(sessionUrl).catch((error: unknown) => error);
  expect([ended.mock.calls.length, sentenceOf(failure)]).toEqual([1, "That is not right."]);
});

test("passkeys go to the browser as bytes and come back as text", () => {
  const asked = {
    ceremony: "c",
    options: { publicKey: { challenge: "-_8", allowCredentials: [{ id: "AQI", type: "public-key" }] } },
  };
  const { publicKey } = optionsOf(asked);
  expect(publicKey?.challenge).toEqual(Uint8Array.from([251, 255]));
  const bytes = (...numbers: number[]) => Uint8Array.from(numbers).buffer;
  const response = {
    clientDataJSON: bytes(1),
    authenticatorData: bytes(2),
    signature: bytes(251, 255),
    userHandle: null,
  };
  const shown = { id: "x", rawId: bytes(3), type: "public-key", response, getClientExtensionResults: () => ({}) };
  expect(answerOf(asked, shown as unknown as PublicKeyCredential)).toEqual({
    ceremony: "c",
    credential: {
      id: "x",
      rawId: "Aw",
      type: "public-key",
      extensions: {},
      response: { clientDataJSON: "AQ", authenticatorData: "Ag", signature: "-_8", userHandle: null },
    },
  });
});

test("what comes about by itself is told without whoever's act it followed from", () => {
  const said = (kind: string, by: string) => eventSaid(eventWord(kind), by);
  expect(said("order.awaiting_approval", "Robin Okafor")).toBe("Waits for approval");
  expect(said("order.completed", "Demo Owner")).toBe("Nothing is outstanding");
  expect(said("order.held", "Robin Okafor")).toBe("Robin Okafor put the order on hold");
  expect(said("order.placed", "")).toBe("The buyer placed the order");
  expect(said("letter.not_sent", "Dana")).toBe("No letter was sent, for its kind is switched off");
});
