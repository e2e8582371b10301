// Where a page begins that the shopper went to.
import { afterEach, expect, jest, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect } from "react";
import { renderPage } from "../../test/render-page";
import { stubApi } from "../../test/stub-api";
import { Link, useLocation } from "../ui/router";
import { Layout } from "./Layout";

afterEach(() => void jest.restoreAllMocks());

test("another page is at its top before it is painted: what both have does not jump", async () => {
  stubApi({});
  const scrolled = jest.spyOn(window, "scrollTo").mockImplementation(() => {});
  const seen: number[] = [];
  function Page() {
    const { pathname } = useLocation();
    // Runs once the page may have been painted, before the same of what is around it.
    // biome-ignore lint/correctness/useExhaustiveDependencies: each path is looked at
    useEffect(() => void seen.push(scrolled.mock.calls.length), [pathname]);
    return <Link to="/there">There</Link>;
  }
  renderPage(
    <Layout>
      <Page />
    </Layout>,
    "/here",
  );
  await userEvent.click(screen.getByRole("link", { name: "There" }));
  expect(scrolled).toHaveBeenCalledWith(0, 0);
  expect(seen).toEqual([0, 1]);
});
