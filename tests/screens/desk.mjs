// Screenshots of the desk for docs/screens: its pages and windows at desktop width, what is done standing on a phone; some in light
// and dark. From the real binary with orders in many states. ONLY=edit,hold makes only those.
import { once } from "node:events";
import { mkdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { findProduct, personalised, piecewise } from "../e2e/articles.mjs";
import { placeOrder } from "../e2e/buyers.mjs";
import { openBrowser, Shopper } from "../e2e/shopper.mjs";
import { accept, invite } from "../e2e/staff.mjs";
import { portOf, Store, sites } from "../e2e/store.mjs";

const folder = path.resolve(process.env.SCREENS ?? path.resolve(import.meta.dirname, "../../docs/screens"));
/** In a repository pictures stay small. */
const mostBytes = 150_000;
const qualities = [78, 66, 54, 42, 30];
/** Besides 1440, the widths that somebody looks at: `WIDTHS=1280,1920`. */
const widths = [1440, ...(process.env.WIDTHS ?? "").split(",").filter(Boolean).map(Number)];
const only = process.env.ONLY?.split(",");

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
  await doorScreens();
  if (only?.includes("parked") ?? true) await parkedScreen();
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
  const [{ id, version }] = (await desk("GET", "/messages?kind=form")).messages;
  await desk("POST", `/messages/${id}/notes`, { version, text: "Asked the warehouse for the size run." });
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

/** `name`: what is shown, and how: `edit`, `light`. */
async function shoot(page, name, told) {
  if (only && !only.includes(name)) return;
  // With a letter's page in a frame Chromium does not always say that the network is idle.
  const letter = page.frameLocator("iframe").getByRole("heading", { level: 1 });
  if (name === "letter") await letter.waitFor();
  else await page.waitForLoadState("networkidle");
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    document.documentElement.style.scrollbarGutter = "auto";
    window.scrollTo(0, 0);
  });
  const file = path.join(folder, `desk-${name}-${told}.jpg`);
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
      await shopper.resize({ width, height: Math.round(width * 0.625) });
      const told = `${scheme}${width === 1440 ? "" : `-${width}`}`;
      const visit = async (address, heading, name) => {
        await shopper.visit(address);
        await shopper.heading(heading).waitFor();
        await shoot(page, name, told);
      };
      await visit("/desk", "Queues", "queues");
      await visit("/desk/orders", "Orders", "orders");
      await visit(`/desk/orders/${team.id}`, `Order ${team.number}`, "order");
      if (scheme === "light") {
        await orderWindows(page, told);
        await visit("/desk/orders?queue=on_hold&site=fieldhouse", "On hold", "list");
        await chosenOrders(shopper, told);
        await visit("/desk/stock", "Stock", "stock");
        await openedScreen(shopper, page.locator("main tbody a").first(), "article", told);
        await visit("/desk/customers?q=demo", "Customers", "customers");
        await openedScreen(shopper, page.getByRole("link", { name: "Robin Okafor" }).first(), "customer", told);
        await visit("/desk/messages", "Messages", "messages");
        await answeredMessage(shopper, told);
        await visit("/desk/newsletter", "Newsletter", "newsletter");
        await visit("/desk/reports?days=7&by=brand", "Sales", "reports");
        await visit("/desk/reports/late?days=90", "Late shipments", "reports-late");
        await visit("/desk/reports/searches?days=7", "Searches without a result", "reports-searches");
        await visit("/desk/letters", "Letters", "letters");
        await page
          .getByRole("button", { name: /^Preview: / })
          .first()
          .click();
        await shoot(page, "letter", told);
        await visit("/desk/documents?kind=packing-slip", "Documents", "documents");
        await visit("/desk/staff", "Staff", "staff");
        await visit("/desk/roles", "Roles", "roles");
        await visit("/desk/audit", "Audit", "audit");
        await visit("/desk/account", "My account", "account");
      }
    }
  }
}

/** A page that a list leads to. */
async function openedScreen(shopper, link, name, told) {
  await link.click();
  await shopper.page.waitForURL(/\/desk\/\w+\/[^/?]+$/);
  await shopper.page.getByRole("heading", { level: 2 }).first().waitFor();
  await shoot(shopper.page, name, told);
}

/** The windows of an order, as they are when somebody has typed into them. */
async function orderWindows(page, told) {
  const window = page.getByRole("dialog");
  const leave = async () => {
    await page.keyboard.press("Escape");
    await window.waitFor({ state: "detached" });
  };
  await page.getByRole("button", { name: "Cancel pieces" }).click();
  await window.getByRole("button", { name: "All outstanding" }).click();
  await shoot(page, "cancel", told);
  await leave();
  await page.getByRole("button", { name: "Hold", exact: true }).click();
  await window.getByLabel("What the order waits for").selectOption("Art proof");
  await window.getByLabel("In words").fill("The coach approves the new crest by Wednesday");
  await window.getByLabel("Look again by").fill("12/02/2026");
  await shoot(page, "hold", told);
  await leave();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await window
    .getByLabel(/^Pieces, /)
    .nth(2)
    .fill("30");
  await window.getByText(/and will be/).waitFor();
  await window.getByRole("button", { name: "Apply the changes", disabled: false }).waitFor();
  await shoot(page, "edit", told);
  await leave();
}

/** Several orders are chosen, and one act is about to be done to all of them. */
async function chosenOrders(shopper, told) {
  const { page } = shopper;
  await shopper.visit("/desk/orders?queue=to_pick");
  await shopper.heading("To pick").waitFor();
  const choices = page.getByRole("checkbox", { name: /^Choose \w+-/ });
  await choices.first().waitFor();
  for (const nth of [0, 1, 3]) await choices.nth(nth).check();
  await shoot(page, "chosen", told);
}

/** What somebody wrote, with an answer that is being written. */
async function answeredMessage(shopper, told) {
  const { page } = shopper;
  await page.locator("main tbody a").first().click();
  await page.getByText("noted for the house").waitFor();
  await page.getByLabel(/^To /).fill("Yes, they do.\n\nAll 28 can be with you by February 20 if you order this week.");
  await shoot(page, "message", told);
}

async function phoneScreens(shopper, { team }) {
  const phone = await Shopper.arrive(store, browser, { viewport: { width: 390, height: 844 }, isMobile: true });
  await phone.context.addCookies(await shopper.context.cookies());
  await phone.visit(`/desk/pick/${team.id}`);
  await phone.heading(`Pick ${team.number}`).waitFor();
  await shoot(phone.page, "pick", "phone");
  const { lines } = await phone.page.evaluate(async (id) => (await fetch(`/desk/api/orders/${id}`)).json(), team.id);
  const [line] = lines.filter(({ toPick }) => toPick > 1);
  for (let piece = 0; piece < 3; piece += 1) {
    await phone.page.getByLabel("Scan or type a sku").fill(line.sku);
    await phone.page.keyboard.press("Enter");
  }
  await phone.page.getByRole("status").getByText(`${line.sku}: 3 of`).waitFor();
  await shoot(phone.page, "picking", "phone");
  await phone.visit("/desk");
  await phone.heading("Queues").waitFor();
  await shoot(phone.page, "queues", "phone");
  await phone.visit(`/desk/orders/${team.id}`);
  await phone.heading(`Order ${team.number}`).waitFor();
  await shoot(phone.page, "order", "phone");
}

/** What somebody sees who is not in yet. */
async function doorScreens() {
  const stranger = await Shopper.arrive(store, browser, { viewport: { width: 1440, height: 900 } });
  await stranger.visit("/desk");
  await stranger.heading("Sign in").waitFor();
  await shoot(stranger.page, "sign-in", "light");
  await stranger.visit(await invite(store, "sam.ortiz@store.example", { role: "order_desk", name: "Sam Ortiz" }));
  await stranger.heading("You are invited to the desk").waitFor();
  await stranger.page.getByRole("button", { name: "Accept with a password and codes" }).click();
  await stranger.page.getByRole("img", { name: "QR code for an authenticator app" }).waitFor();
  await shoot(stranger.page, "invitation", "light");
}

/** Work that was given up: in a store of its own, whose ERP refuses every order. */
async function parkedScreen() {
  const erp = createServer((request, response) => {
    request.resume();
    response.writeHead(422).end();
  }).listen(0, "127.0.0.1");
  await once(erp, "listening");
  const settings = { FIELDHOUSE_ERP: `http://127.0.0.1:${portOf(erp)}`, FIELDHOUSE_LIMITS: "all=1000,letter=1" };
  const other = new Store({ settings });
  try {
    await other.open();
    // Athletic Connection would ask that ERP for its prices.
    for (const [nth, site] of ["fieldhouse", "usgames", "varsitybrands", "fieldhouse"].entries()) {
      const { sizes } = await findProduct(other, piecewise, { site });
      const lines = [{ sku: sizes[0].sku, quantity: 6 + nth }];
      await placeOrder(other, { site, lines, email: "marcus.okafor@northside.example", poNumber: `PO-27-31${nth}` });
    }
    const shopper = await Shopper.arrive(other, browser, { viewport: { width: 1440, height: 900 } });
    await accept(shopper, await invite(other, "dana.okoye@store.example", { name: "Dana Okoye" }));
    await shopper.page.getByRole("link", { name: "4 letters and messages did not go out" }).click();
    await shopper.heading("Parked work").waitFor();
    await shopper.page.getByRole("row").nth(4).waitFor();
    await shoot(shopper.page, "parked", "light");
  } finally {
    await other.close();
    erp.close();
    erp.closeAllConnections();
  }
}
