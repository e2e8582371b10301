// Hostile texts in what an account holds: names, company, addresses, names of business units, brought by files. Shown on
// every page of the account, in the checkout, on orders, approvals and invitations, and in the letters about them (R52):
// with the content security policy off nothing runs, with it on nothing has to be stopped.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { fileTexts } from "./hostile-texts.mjs";
import { journey } from "./journey.mjs";
import { htmlOfLetters, inLetterTo } from "./letters.mjs";
import { Watched } from "./watched.mjs";
import { journeys } from "./world.mjs";

// At a brand of its own: other journeys look for the names of the demo's people.
const site = "usgames";
const password = "seven green llamas";
const director = "director@demo.example";
const buyer = "buyer@demo.example";
const invited = "invited@hostile.example";
/** The unit whose people these are: the buyer's orders wait there. */
const unit = "LINCOLN-HS";

/** Those that fit a field; files take nothing that a spreadsheet would calculate. */
const fitting = (length) => fileTexts.filter((text) => text.length <= length && !/^[=+\-@]/.test(text));
const [names, cities, lines] = [fitting(35), fitting(40), fitting(60)];
const nth = (list, index) => list[index % list.length];

const unitName = `Lincoln ${nth(lines, 8)}`;

function brought() {
  const person = (index) => ({ first_name: nth(names, index), last_name: nth(names, index + 1) });
  const parties = { sold_to: unit, bill_to: unit, payer: unit, ship_to: unit };
  const units = [{ site, key: unit, name: unitName, ...parties }];
  const customers = [director, buyer].map((email, index) => ({
    site,
    email,
    ...person(index * 3),
    title: nth(names, index + 5),
    classification: "School",
    newsletter: "",
    show_cert_reporting: "",
    password_hash: "",
    business_units: "",
  }));
  const place = (index) => ({
    site,
    email: "",
    business_unit: "",
    default: "",
    ...person(index),
    company: nth(lines, index),
    phone_number: "555-201-7788",
    additional_phone_number: "",
    address: nth(lines, index + 1),
    address2: nth(lines, index + 2),
    country: "US",
    city: nth(cities, index),
    state: "TX",
    zip: "75201",
  });
  const addresses = [
    ...lines.map((_, index) => ({ ...place(index), email: director, key: `X-${index}` })),
    { ...place(7), email: buyer, key: "X-0", default: "yes" },
    { ...place(11), business_unit: unit, key: "ADDRESS-1" },
  ];
  return { "business-units": units, customers, addresses };
}

/** Every page of the account area, by what is shown once its data is there. */
const pages = (page) => [
  ["/my-account/", page.getByRole("heading", { level: 1, name: /^Hello, / })],
  ["/my-account/account-information/", page.getByRole("button", { name: "Edit", exact: true })],
  ["/my-account/account-information/devices/", page.getByRole("main").getByRole("listitem").first()],
  ["/my-account/address-book/", page.getByRole("link", { name: /^Edit / }).first()],
  ["/my-account/address-book/address/", page.getByRole("heading", { level: 1, name: "Add New Address" })],
  ["/my-account/orders/", page.getByRole("button", { name: "Show Orders" })],
  ["/my-account/order-status/", page.frameLocator("iframe").getByRole("heading").first()],
  ["/my-account/certificates/", page.getByRole("heading", { level: 1, name: "Certificates" })],
  ["/my-account/certificate-reporting/", page.frameLocator("iframe").getByRole("heading").first()],
  ["/my-account/approvals/", page.getByRole("heading", { level: 1, name: "Approvals" })],
  ["/my-account/people/", page.getByRole("list", { name: /^People of Lincoln/ })],
];

function hostileAccounts(world) {
  journey(world, "accounts of hostile texts harm nobody: pages, checkout, orders, approvals, letters", async (trip) => {
    const { store, arrive } = trip;
    for (const [what, rows] of Object.entries(brought())) {
      const file = store.rowsFile(`hostile-${what}.jsonl`, rows);
      await store.run("import", what, file);
    }
    const { product, sizes } = await findProduct(store, piecewise, { site });

    const boss = await Watched.arrive(arrive, store);
    await signIn(boss.shopper, "/my-account/", director);
    for (const [address, shown] of pages(boss.page)) {
      await boss.shopper.visit(address, site);
      await shown.waitFor();
      await boss.harmless(address);
    }
    await boss.shopper.visit("/my-account/address-book/", site);
    await boss.page
      .getByRole("link", { name: /^Edit / })
      .first()
      .click();
    await boss.page.getByRole("heading", { level: 1, name: /Address$/ }).waitFor();
    await boss.page.getByLabel("Address *", { exact: true }).waitFor();
    await boss.harmless("an address");
    await boss.shopper.visit("/about-us/", site);
    await boss.page.getByRole("button", { name: /^Hi, / }).first().click();
    await boss.page.getByRole("button", { name: "Sign Out" }).first().waitFor();
    await boss.harmless("the account menu");

    // Somebody is invited by a hostile name into a unit of one, and every order of a buyer waits.
    await boss.shopper.visit("/my-account/people/", site);
    const people = boss.page.getByRole("region", { name: /^Lincoln/ });
    await people
      .getByRole("form", { name: /^Invite somebody/ })
      .getByLabel("Email *")
      .fill(invited);
    await people.getByRole("button", { name: "Send invitation" }).click();
    await people.getByText(`We have sent an invitation to ${invited}.`).waitFor();
    await people.getByLabel("Orders of buyers need approval above").fill("$1");
    await people.getByRole("button", { name: "Save approval" }).click();
    await people.locator('input[value="$1.00"]').waitFor();
    await boss.harmless("people");
    const link = await inLetterTo(store.mailFolder, invited, /\/account\/invitation\?token=[\w-]+/);
    const guest = await Watched.arrive(arrive, store);
    await guest.shopper.visit(link, site);
    await guest.page.getByRole("heading", { level: 1, name: /^Invitation to Lincoln/ }).waitFor();
    await guest.harmless("an invitation");

    // The buyer orders to the hostile address of the address book.
    const customer = await Watched.arrive(arrive, store);
    const { page } = customer;
    await signIn(customer.shopper, "/my-account/", buyer);
    for (const [address, shown] of pages(page).slice(0, 6)) {
      await customer.shopper.visit(address, site);
      await shown.waitFor();
      await customer.harmless(`${address} of a buyer`);
    }
    await customer.shopper.visit(product.href, site);
    await page.getByRole("heading", { level: 1, name: product.name }).waitFor();
    await customer.shopper.fillGrid({ [sizes[0].text]: 2 });
    await customer.shopper.addToCart();
    await customer.shopper.visit("/cart", site);
    await page.getByRole("heading", { level: 1, name: /^My Cart/ }).waitFor();
    await customer.harmless("the cart of a buyer");
    await customer.shopper.visit("/checkout/shipping", site);
    await page.getByRole("heading", { level: 1, name: "Shipping" }).waitFor();
    const book = page.getByRole("group", { name: "Use an address of your address book" });
    await book.locator("label").filter({ hasText: "xss" }).first().click();
    await customer.harmless("shipping");
    await page.getByRole("group", { name: "Shipping method" }).getByRole("radio").first().check();
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await page.getByRole("heading", { level: 1, name: "Payment" }).waitFor();
    await customer.harmless("payment");
    await page.getByLabel("Purchase order number *", { exact: true }).fill("<svg/onload=xss()>");
    await page.getByRole("button", { name: "Review Order" }).click();
    await page.getByRole("heading", { level: 1, name: "Review your order" }).waitFor();
    await customer.harmless("review");
    await page.getByRole("button", { name: "Place Order" }).click();
    await page.getByRole("heading", { level: 1, name: "Thank you for your order" }).waitFor();
    await page.getByText("Waiting for approval", { exact: true }).waitFor();
    await customer.harmless("an order that waits");

    await boss.shopper.visit("/my-account/approvals/", site);
    const waiting = boss.page.getByRole("list", { name: "Orders that wait" });
    await waiting.getByText(buyer, { exact: false }).first().waitFor();
    await boss.harmless("approvals");
    await waiting.getByLabel("Note to the buyer").first().fill("<img src=x onerror=xss()>");
    await waiting
      .getByRole("button", { name: /^Approve order/ })
      .first()
      .click();
    await boss.page.getByText(/^Order \S+ was approved\.$/).waitFor();
    await page.reload();
    await page.getByText("Confirmed", { exact: true }).waitFor();
    await customer.harmless("an order that was approved");
    await inLetterTo(store.mailFolder, buyer, /was approved by/);

    // The letters about all of it, as a mail program that runs scripts would show them.
    const letters = htmlOfLetters(store.mailFolder, "xss");
    assert.ok(letters.length >= 4, `${letters.length} letters hold hostile texts`);
    await guest.page.goto(store.url("/robots.txt", site));
    for (const html of letters) {
      await guest.page.setContent(html);
      await guest.page.getByRole("heading", { level: 1 }).waitFor();
      await guest.harmless(html);
    }

    const guarded = await arrive();
    await signIn(guarded, "/my-account/", director);
    for (const [address, shown] of pages(guarded.page)) {
      await guarded.visit(address, site);
      await shown.waitFor();
    }
    guarded.nothingWrong();
  });
}

async function signIn(shopper, address, email) {
  const { page } = shopper;
  await shopper.visit(address, site);
  await page.getByRole("heading", { level: 1, name: "Sign In" }).waitFor();
  await page.getByLabel("Email *", { exact: true }).fill(email);
  await page.getByLabel("Password *", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /^Hello, / }).waitFor();
}

journeys([hostileAccounts]);
