// The address of a list means the same to server and browser: the cases of the rule, through what the storefront makes
// of it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { listQuery } from "@fieldhouse/rules";
import { listAddress, readListAddress } from "./list-address";
import { pageDataUrls } from "./page-data";

interface Case {
  description: string;
  given: [string, string];
  expect: string;
}

const file = path.resolve(import.meta.dirname, "../../../tests/vectors/search-address.json");
const cases: Case[] = JSON.parse(readFileSync(file, "utf8"));

test.each(cases)("$description", ({ given: [pathname, search], expect: query }) => {
  expect(pageDataUrls(pathname, search)[1]).toBe(query === "" ? "/api/search" : `/api/search?${query}`);
  // The address that links lead to stands for the same list.
  const { pathname: written, search: asked } = new URL(
    listAddress(readListAddress(pathname, search)),
    "http://fieldhouse.localhost",
  );
  expect(listQuery(written, asked)).toBe(query);
});
