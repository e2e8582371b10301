import { expect, test } from "@jest/globals";
import { QueryClient } from "@tanstack/react-query";
import { stubApi } from "../../../../test/stub-api";
import { getJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { makeDefaultAddress } from "./api";

test("a book that was asked for before a change and comes after it does not take the change back", async () => {
  const before = { addresses: ["before"] };
  const after = { addresses: ["after"] };
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  stubApi({
    "GET /api/account/addresses": async () => {
      await answered;
      return before;
    },
    "POST /api/account/addresses/a2/default": () => after,
  });
  const client = new QueryClient();
  const queryKey = [apiUrls.addresses];
  const late = getJson(apiUrls.addresses);
  const asked = client.fetchQuery({ queryKey, queryFn: () => late, retry: false }).catch(() => undefined);
  await makeDefaultAddress(client, "a2");
  answer();
  await Promise.all([late, asked]);
  expect(client.getQueryData(queryKey)).toEqual(after);
});
