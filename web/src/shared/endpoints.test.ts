// Addresses are built from the table's paths, and the compiler refuses calls the table does not have.
import { sendJson } from "./client";
import { apiUrls } from "./endpoints";

test("what a path leaves open is filled in, in order and encoded", () => {
  expect(apiUrls.unitMember("LINCOLN HS", "a/b")).toBe("/api/account/people/LINCOLN%20HS/members/a%2Fb");
  expect(apiUrls.cartLineAt("l?1", 3)).toBe("/api/cart/lines/l%3F1?version=3");
  expect(apiUrls.order("1", "")).toBe("/api/orders/1");
  expect(apiUrls.order("1", "k&y")).toBe("/api/orders/1?key=k%26y");
});

test("calls that the table does not have do not compile", () => {
  const refused = [
    // @ts-expect-error nothing is deleted at this address
    () => sendJson("DELETE", apiUrls.session),
    // @ts-expect-error a text is no address of the table
    () => sendJson("POST", "/api/cart/undo", { undo: "1" }),
    // @ts-expect-error another body is sent there
    () => sendJson("POST", apiUrls.cartUndo, { redo: "1" }),
    // @ts-expect-error a body is needed
    () => sendJson("POST", apiUrls.cartUndo),
    // @ts-expect-error none is taken
    () => sendJson("DELETE", apiUrls.cartFlyerCode, { code: "T5" }),
    // @ts-expect-error one text too few
    () => apiUrls.unitMember("LINCOLN HS"),
  ];
  expect(refused).toHaveLength(6);
});
