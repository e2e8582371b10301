// Whole journeys in a real Chromium against the real binary: one store and one browser for all of them.
import { after, before } from "node:test";
import { accountFocus } from "./account-focus.mjs";
import { accountByKeyboard } from "./account-keyboard.mjs";
import { customerAccounts } from "./accounts.mjs";
import { businessUnits } from "./business-units.mjs";
import { cartPage } from "./cart-page.mjs";
import { bigCarts, sharedCarts } from "./carts.mjs";
import { giftCertificates } from "./certificates.mjs";
import { chats } from "./chat.mjs";
import { offerCodes } from "./codes.mjs";
import { contentChanges } from "./content.mjs";
import { guestOrder } from "./guest-order.mjs";
import { hostileInput } from "./hostile.mjs";
import { instantSearch } from "./instant-search.mjs";
import { keyboardOnly } from "./keyboard.mjs";
import { withoutScripts } from "./no-script.mjs";
import { everyPage } from "./pages.mjs";
import { paymentScripts } from "./payment-scripts.mjs";
import { peopleOfAUnit } from "./people.mjs";
import { customerApi } from "./platform.mjs";
import { personalPrices } from "./prices.mjs";
import { quickOrder } from "./quick-order.mjs";
import { goodOrder } from "./ranking.mjs";
import { rosters } from "./rosters.mjs";
import { aroundTheShop } from "./shell.mjs";
import { openBrowser } from "./shopper.mjs";
import { Store } from "./store.mjs";
import { strangers } from "./strangers.mjs";

const world = { store: new Store(), browser: undefined };

before(async () => {
  world.browser = await openBrowser();
  await world.store.open();
});

after(async () => {
  await world.browser?.close();
  await world.store.close();
});

guestOrder(world);
giftCertificates(world);
keyboardOnly(world);
quickOrder(world);
sharedCarts(world);
bigCarts(world);
offerCodes(world);
rosters(world);
cartPage(world);
personalPrices(world);
strangers(world);
customerAccounts(world);
businessUnits(world);
accountByKeyboard(world);
accountFocus(world);
peopleOfAUnit(world);
customerApi(world);
instantSearch(world);
contentChanges(world);
withoutScripts(world);
aroundTheShop(world);
// What pages look like, what they do with hostile texts and the order of results do not depend on the database: once
// is enough.
if (!process.env.FIELDHOUSE_E2E_POSTGRES) {
  everyPage(world);
  chats(world);
  paymentScripts(world);
  hostileInput(world);
  goodOrder(world);
}
