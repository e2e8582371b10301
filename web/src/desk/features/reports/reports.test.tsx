// Reports: what the address says, where the lines go, and what the page shows to whom.
import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk, somebody } from "../../../../test/desk-samples";
import { stubApi } from "../../../../test/stub-api";
import { useLocation } from "../../../ui/router";
import type { SalesReportView, SalesRowView } from "../../shared/endpoints";
import { behind, changed, placeOf, readAsk } from "./ask";
import { height, nearest, pathOf, scaleOf, up } from "./chart";
import { LatePage, SearchesPage } from "./DaysPages";
import { ReportPage } from "./ReportPage";

const figures = { orders: 2, pieces: 13, sold: 130_000, canceled: 30_000, net: 100_000, credited: 500 };
const row = (key: string, name: string): SalesRowView => ({ key, name, figures, before: 50_000, share: "50.0%" });

function sample(told: Partial<SalesReportView> = {}): SalesReportView {
  return {
    from: "2026-11-14",
    to: "2026-11-15",
    beforeFrom: "2025-11-15",
    beforeTo: "2025-11-16",
    by: "unit",
    countsOrders: true,
    unitName: "",
    styleName: "",
    total: row("", "All"),
    summary: "$1,000.00 net in 2 orders of 13 pieces, as much as in the same weekdays a year before.",
    caption: "Net sales day by day.",
    approvals: "",
    points: [
      { day: "2026-11-14", name: "Sat, Nov 14, 2026", net: 0, before: 50_000 },
      { day: "2026-11-15", name: "Sun, Nov 15, 2026", net: 100_000, before: 0 },
    ],
    rows: [row("NORTH", "North School"), row("", "For themselves")],
    waiting: 0,
    ...told,
  };
}

function Place() {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}

function open(report: SalesReportView, session = somebody) {
  const api = stubApi({ "GET /desk/api/reports/sales*": () => report });
  atTheDesk(
    <>
      <ReportPage />
      <Place />
    </>,
    { at: "/reports", session },
  );
  return api;
}

test("styles and sizes are not asked for together with a business unit: what came last stays", () => {
  expect(changed({ unit: "NORTH" }, { by: "size" })).toEqual({ unit: "", by: "size" });
  expect(changed({ by: "style" }, { unit: "NORTH" })).toEqual({ unit: "NORTH", style: "", by: "day" });
  expect(changed({ style: "a", by: "size" }, { by: "unit" })).toEqual({ style: "", by: "unit" });
  expect(changed({ by: "unit" }, { style: "a" })).toEqual({ style: "a", unit: "", by: "style" });
  expect(changed({ unit: "NORTH" }, { by: "brand" })).toEqual({ unit: "NORTH", by: "brand" });
});

test("a row leads to what is behind it, and the address says all of it", () => {
  const ask = readAsk(new URLSearchParams("days=7&by=style&site=usgames&other=1"));
  expect(ask).toEqual({ days: "7", by: "style", site: "usgames" });
  expect(placeOf(behind(ask, "style", "p 1") ?? {})).toBe("/reports?days=7&site=usgames&style=p+1&by=size");
  expect(placeOf(behind({}, "unit", "NORTH") ?? {})).toBe("/reports?unit=NORTH&by=day");
  expect(placeOf(behind({}, "brand", "usgames") ?? {})).toBe("/reports?site=usgames&by=day");
  expect(behind({}, "unit", "")).toBeUndefined();
  expect(behind({}, "day", "2026-11-14")).toBeUndefined();
  expect(placeOf({})).toBe("/reports");
});

test("lines lie between round amounts, also below nothing", () => {
  expect(scaleOf([0, 123_400, 90_000])).toEqual({ top: 150_000, bottom: 0, ticks: [0, 50_000, 100_000, 150_000] });
  const below = scaleOf([-30_000, 100_000]);
  expect(below).toEqual({ top: 100_000, bottom: -50_000, ticks: [-50_000, 0, 50_000, 100_000] });
  expect(scaleOf([0, 0]).ticks).toEqual([0, 100]);
  expect(up(below.top, below)).toBe(0);
  expect(up(below.bottom, below)).toBe(height);
  expect(pathOf([0, 100, 50], { top: 100, bottom: 0, ticks: [] })).toBe("M0.0 200.0L500.0 0.0L1000.0 100.0");
  expect(pathOf([50], { top: 100, bottom: 0, ticks: [] })).toBe("M0.0 100.0L1000.0 100.0");
  expect([-1, 0.49, 0.51, 2].map((part) => nearest(part, 2))).toEqual([0, 0, 1, 1]);
});

test("the table has the numbers of the answer, and its rows lead on", async () => {
  open(sample());
  const table = await screen.findByRole("table");
  const heads = within(table).getAllByRole("columnheader");
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    "Business units",
    "Orders",
    "Pieces",
    "Sold",
    "Canceled",
    "Net",
    "Share",
    "A year before",
    "Credited",
  ]);
  const cells = within(within(table).getAllByRole("row")[1] as HTMLElement).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    "2",
    "13",
    "$1,300.00",
    "$300.00",
    "$1,000.00",
    "50.0%",
    "$500.00",
    "$5.00",
  ]);
  expect(within(table).queryByRole("link", { name: "For themselves" })).toBeNull();
  expect(screen.getByText("Net sales day by day.").tagName).toBe("FIGCAPTION");
  await userEvent.click(within(table).getByRole("link", { name: "North School" }));
  expect(screen.getByTestId("place").textContent).toBe("/reports?unit=NORTH&by=day");
});

test("of styles nobody counts orders, and a style that was chosen is let go", async () => {
  open(sample({ by: "size", countsOrders: false, styleName: "Glove" }));
  await screen.findByRole("table");
  expect(screen.queryByRole("columnheader", { name: "Orders" })).toBeNull();
  expect(screen.queryByRole("columnheader", { name: "Credited" })).toBeNull();
  const user = userEvent.setup();
  await user.selectOptions(screen.getByLabelText("Rows"), "Styles");
  expect(screen.getByTestId("place").textContent).toBe("/reports?by=style");
  await user.selectOptions(screen.getByLabelText("Period"), "From a day to a day");
  expect(screen.getByTestId("place").textContent).toBe("/reports?from=2026-11-14&to=2026-11-15&by=style");
  expect(screen.getByLabelText("From")).toHaveProperty("value", "2026-11-14");
  expect(screen.getByRole("link", { name: "Download as CSV" }).getAttribute("href")).toBe(
    "/desk/api/reports/sales.csv?from=2026-11-14&to=2026-11-15&by=style",
  );
});

test("what is not counted yet is said", async () => {
  open(sample({ waiting: 1 }));
  await screen.findByText("1 act on orders is not counted yet. Figures follow within moments.");
});

test("late shipments are told by month and brand, and what is late now leads to its orders", async () => {
  const month = { month: "2026-11", site: "usgames", brand: "US Games", shipments: 8, late: 1, share: "12.5%" };
  const report = {
    from: "2026-10-25",
    to: "2026-11-23",
    lateDays: 7,
    summary: "1 of 8 shipments (12.5%) left later than 7 days after the order; 3 orders of these days are late now.",
    rows: [{ ...month, waiting: 3 }],
    more: false,
    pending: 2,
  };
  stubApi({ "GET /desk/api/reports/late*": () => report });
  atTheDesk(<LatePage />);
  const table = await screen.findByRole("table");
  const cells = within(table).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual(["November 2026", "US Games", "8", "1", "12.5%", "3"]);
  const waiting = within(table).getByRole("link", { name: "3" });
  expect(waiting.getAttribute("href")).toBe("/orders?queue=late&site=usgames");
  screen.getByText(report.summary, { selector: "p" });
  screen.getByText(/2 acts on orders are not counted yet/);
  const file = screen.getByRole("link", { name: /Download as CSV/ });
  expect(file.getAttribute("href")).toContain("/desk/api/reports/late.csv");
});

test("searches without a result are told as they were typed, and when there are none that is said", async () => {
  const rows = [{ site: "usgames", brand: "US Games", text: "<b>pickle</b> ball", searches: 1200, last: "2026-11-20" }];
  const told = { from: "2026-10-25", to: "2026-11-23", summary: "1200 searches found nothing.", rows };
  const asked: string[] = [];
  stubApi({
    "GET /desk/api/reports/searches*": ({ url }) => {
      asked.push(url);
      return asked.length === 1 ? told : { ...told, rows: [] };
    },
  });
  atTheDesk(<SearchesPage />);
  const cells = within(await screen.findByRole("table")).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    "<b>pickle</b> ball",
    "US Games",
    "1,200",
    "Nov 20, 2026",
  ]);
  await userEvent.selectOptions(screen.getByLabelText("Period"), "7");
  await screen.findByText("Whatever was looked for was found.");
  expect(asked[1]).toContain("days=7");
});

test("who sees no amounts comes to the first report that is theirs", async () => {
  const of = (...permissions: string[]) => ({
    ...somebody,
    allowed: permissions.map((permission) => ({ permission })),
  });
  const api = open(sample(), of("orders.view", "catalogue.view"));
  await waitFor(() => expect(screen.getByTestId("place").textContent).toBe("/reports/late"));
  expect(api.sent).toEqual([]);
});
