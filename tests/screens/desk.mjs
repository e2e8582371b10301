// Screenshots of the desk for docs/screens: queues, lists, order, stock, customers, reports, letters, staff and roles at desktop
// width, picking on a phone; light and dark. From the real binary with orders in many states.
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { findProduct, personalised, piecewise } from "../e2e/articles.mjs";
import { placeOrder } from "../e2e/buyers.mjs";
import { openBrowser, Shopper } from "../e2e/shopper.mjs";
import { accept, invite } from "../e2e/staff.mjs";
import { Store, sites } from "../e2e/store.mjs";

const folder = path.resolve(process.env.SCREENS ?? path.resolve(import.meta.dirname, "../../docs/screens"));
/** In a repository pictures stay small. */
const mostBytes = 150_000;
const qualities = [78, 66, 54, 42, 30];
/** Besides 1440, the widths that somebody looks at: `WIDTHS=1280,1920`. */
const widths = [1440, ...(process.env.WIDTHS ?? "").split(",").filter(Boolean).map(Number)];

const customers = [
  ["Dana", "Reyes", "Lincoln High School"],
  ["Marcus", "Okafor", "Northside Middle School"],
  ["Priya", "Raman", "Cedar Park Athletics"],
  ["Tom", "Hale", "St. Brendan's Prep"],
  ["Lucia", "Ferrer", "Westlake Volleyball Club"],
  ["Ken", "Sato", "Harbor City Parks"],
  ["Amara", "Nwosu", "Eastfield ISD"],
  ["Jo", "Lindqvist", "Prairie Track Club"],
];

mkdirSync(folder, { recursive: true });
const store = new Store();
const browser = await openBrowser();
try {
  await store.open();
  const shopper = await Shopper.arrive(store, browser, { viewport: { width: 1440, height: 900 } });
  await accept(shopper, await invite(store, "dana.okoye@store.example", { name: "Dana Okoye" }));
  const shown = await fill(shopper.page);
  await desktopScreens(shopper, shown);
  await phoneScreens(shopper, shown);
} finally {
  await browser.close();
  await store.close();
}

/** Orders of all brands in many states; those that are shown. */
async function fill(page) {
  const desk = (method, address, body) =>
    page.evaluate(
      async ([how, where, sent]) => {
        const told = { method: how, headers: { "content-type": "application/json" }, body: JSON.stringify(sent) };
        const response = await fetch(`/desk/api${where}`, how === "GET" ? {} : told);
        if (!response.ok) throw new Error(`${where}: ${await response.text()}`);
        return response.json();
      },
      [method, address, body],
    );
  const act = async (id, address, draft) => {
    const { order } = await desk("GET", `/orders/${id}`);
    return desk("POST", `/orders/${id}${address}`, { version: order.version, ...(draft ? { draft } : {}) });
  };
  const placed = [];
  for (const [nth, site] of Array.from({ length: 28 }, (_, place) => sites[place % sites.length]).entries()) {
    const { sizes } = await findProduct(store, piecewise, { site });
    const [firstName, lastName, company] = customers[nth % customers.length];
    const lines = sizes
      .slice(0, 2 + (nth % 3))
      .map(({ sku }, line) => ({ sku, quantity: 4 + ((nth * 7 + line * 5) % 23) }));
    const told = { firstName, lastName, company };
    const email = `${firstName}.${lastName}@${company.toLowerCase().replace(/[^a-z]+/g, "")}.example`.toLowerCase();
    placed.push(await placeOrder(store, { site, lines, to: told, email, poNumber: `PO-27-${1040 + nth}` }));
  }
  const shirt = await findProduct(store, personalised);
  const names = [
    "Okafor",
    "Reyes",
    "Sato",
    "Lind",
    "Nwosu",
    "Hale",
    "Ferrer",
    "Raman",
    "Boone",
    "Castro",
    "Diaz",
    "Eze",
  ];
  const players = (from) =>
    names.map((name, nth) =>
      shirt.product.freeFormOptions.map((label) => (/number/i.test(label) ? String(from + nth) : name)),
    );
  const { sizes } = await findProduct(store, piecewise);
  const team = await placeOrder(store, {
    lines: [
      { sku: shirt.sizes[0].sku, quantity: 12, freeForm: players(3) },
      { sku: shirt.sizes[1].sku, quantity: 12, freeForm: players(21) },
      { sku: sizes[0].sku, quantity: 24 },
      { sku: sizes[1].sku, quantity: 18 },
    ],
    to: { firstName: "Marcus", lastName: "Okafor", company: "Northside Middle School" },
    email: "marcus.okafor@northside.example",
    poNumber: "PO-27-2210",
  });

  const pickAll = (id) => act(id, "/shipments", { lines: [] });
  const ship = async (id, tracking) => {
    const { shipments } = await desk("GET", `/orders/${id}`);
    await act(id, `/shipments/${shipments.at(-1).id}/ship`, { parcels: [{ carrier: "ups", tracking }] });
    return shipments.at(-1).id;
  };
  const reasons = [
    ["address", "The street is not in Dallas; asked the school office"],
    ["art_proof", "Waiting for the coach to approve the crest"],
    ["payment", "Purchase order is for another amount"],
    ["stock", "Royal in YM comes in on the truck of the 30th"],
  ];
  for (const [nth, { id }] of placed.entries()) {
    if (nth % 7 === 1) await act(id, "/holds", { kind: reasons[nth % 4][0], reason: reasons[nth % 4][1], due: "" });
    if (nth % 7 === 2) await pickAll(id);
    if (nth % 7 >= 4) {
      await pickAll(id);
      const shipment = await ship(id, `1Z999AA1012345${6000 + nth}`);
      if (nth % 7 >= 5) await act(id, `/shipments/${shipment}/deliver`);
    }
    if (nth === 10)
      await act(id, "/cancellations", {
        lines: (await desk("GET", `/orders/${id}`)).lines.map(({ position, ledger }) => ({
          position,
          quantity: ledger.ordered,
        })),
        reason: "duplicate",
        note: "",
      });
  }
  await act(team.id, "/notes", { text: "Coach wants the first twelve by Friday's game.", public: false });
  await act(team.id, "/shipments", { lines: [{ position: 1, quantity: 12 }] });
  await ship(team.id, "1Z999AA10123456784");
  await act(team.id, "/cancellations", {
    lines: [{ position: 4, quantity: 6 }],
    reason: "stock",
    note: "Out until spring",
  });
  await act(team.id, "/credits", {
    amount: "45.00",
    method: "terms_credit",
    reason: "Six pieces out of stock",
    lines: [{ position: 4, quantity: 6 }],
  });
  await act(team.id, "/shipments", { lines: [{ position: 3, quantity: 10 }] });
  for (const [role, name, where] of [
    ["manager", "Iris Blum", ""],
    ["order_desk", "Sam Whitaker", "fieldhouse,usgames"],
    ["warehouse", "Lena Fox", ""],
    ["auditor", "Noor Haddad", ""],
  ])
    await invite(store, `${name.toLowerCase().replace(" ", ".")}@store.example`, { role, name, sites: where });
  await countStock(desk, sizes);
  await desk("POST", "/views", {
    name: "On hold at Fieldhouse",
    shared: true,
    ask: { queue: "on_hold", site: "fieldhouse" },
  });
  await missSomething(page);
  return { team };
}

/** Articles that the store counts: plenty, few, none, and some on their way. */
async function countStock(desk, sizes) {
  const found = await findProduct(store, personalised);
  const counted = [...sizes, ...found.sizes].map(({ sku }) => sku).slice(0, 12);
  const expected = new Date(Date.now() + 9 * 86_400_000).toLocaleDateString("en-US", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  for (const [nth, sku] of counted.entries()) {
    const { version } = (await desk("GET", `/stock/${sku}`)).article;
    const draft = { onHand: [240, 96, 31, 60, 150, 64][nth % 6], lowAt: 24, note: "" };
    const stock = await desk("POST", `/stock/${sku}/count`, { version, draft });
    if (nth % 3 === 2)
      await desk("POST", `/stock/${sku}/incoming`, {
        version: stock.article.version,
        draft: { quantity: 144, expected, reference: `FW-88${nth}` },
      });
  }
}

/** What shoppers look for and do not find is told within seconds. */
async function missSomething(page) {
  const typed = [...Array(7).fill("trampoline"), ...Array(4).fill("quidditch"), ...Array(3).fill("kayak"), "xylophone"];
  for (const [nth, query] of typed.entries()) {
    const { nbHits } = await store.json(`/api/search?${new URLSearchParams({ query })}`, sites[nth % 2]);
    if (nbHits > 0) throw new Error(`${query} is found`);
  }
  await page.waitForFunction(
    async () => (await (await fetch("/desk/api/reports/searches?days=7")).json()).rows.length > 4,
    undefined,
    { polling: 1_000, timeout: 30_000 },
  );
}

async function shoot(page, name) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    document.documentElement.style.scrollbarGutter = "auto";
    window.scrollTo(0, 0);
  });
  const file = path.join(folder, `${name}.jpg`);
  for (const quality of qualities) {
    await page.screenshot({ path: file, type: "jpeg", quality });
    if (statSync(file).size < mostBytes) break;
  }
  console.log(path.basename(file));
}

async function desktopScreens(shopper, { team }) {
  const { page } = shopper;
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: Math.round(width * 0.625) });
      const told = `${scheme}${width === 1440 ? "" : `-${width}`}`;
      const visit = async (address, heading, name) => {
        await shopper.visit(address);
        await shopper.heading(heading).waitFor();
        await shoot(page, `desk-${name}-${told}`);
      };
      await visit("/desk", "Queues", "queues");
      await visit("/desk/orders", "Orders", "orders");
      await visit(`/desk/orders/${team.id}`, `Order ${team.number}`, "order");
      if (scheme === "light") {
        await page.getByRole("button", { name: "Cancel pieces" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "All outstanding" }).click();
        await shoot(page, `desk-cancel-${told}`);
        await visit("/desk/orders?queue=on_hold&site=fieldhouse", "On hold", "list");
        await visit("/desk/stock", "Stock", "stock");
        await visit("/desk/customers?q=demo", "Customers", "customers");
        await visit("/desk/reports?days=7&by=brand", "Sales", "reports");
        await visit("/desk/reports/late?days=90", "Late shipments", "reports-late");
        await visit("/desk/reports/searches?days=7", "Searches without a result", "reports-searches");
        await visit("/desk/letters", "Letters", "letters");
        await visit("/desk/staff", "Staff", "staff");
        await visit("/desk/roles", "Roles", "roles");
        await visit("/desk/audit", "Audit", "audit");
        await visit("/desk/account", "My account", "account");
      }
    }
  }
}

async function phoneScreens(shopper, { team }) {
  const phone = await Shopper.arrive(store, browser, { viewport: { width: 390, height: 844 }, isMobile: true });
  await phone.context.addCookies(await shopper.context.cookies());
  await phone.visit(`/desk/pick/${team.id}`);
  await phone.heading(`Pick ${team.number}`).waitFor();
  await shoot(phone.page, "desk-pick-phone");
}
