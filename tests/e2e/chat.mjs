// The chat of a brand: a service of another origin, faked on loopback, begun with the brand's application id. The
// policy lets the page load from that origin and from no other.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe } from "node:test";
import { journey } from "./journey.mjs";
import { portOf, Store } from "./store.mjs";
import { journeys } from "./world.mjs";

/** What the service's script does: tells that it was begun and shown. */
const widget = `window.ExampleChat = {
  init: async ({ appId }) => {
    document.documentElement.dataset.chat = "begun with " + appId;
    await fetch(new URL("/hello?" + appId, document.querySelector("script[src$='/widget.js']").src));
  },
  show: () => { document.documentElement.dataset.chat = "shown"; },
};`;

function chats(world) {
  describe("chat", () => {
    /** @type {{ store?: Store, browser?: object }} */
    const own = {};
    const asked = [];
    const service = createServer((request, response) => {
      asked.push(request.url);
      const headers = { "content-type": "text/javascript", "access-control-allow-origin": "*" };
      response.writeHead(200, headers).end(request.url === "/widget.js" ? widget : "");
    });
    before(async () => {
      service.listen(0, "127.0.0.1");
      await once(service, "listening");
      own.browser = world.browser;
      own.store = new Store({
        settings: {
          FIELDHOUSE_CHAT: `http://127.0.0.1:${portOf(service)}/widget.js`,
          FIELDHOUSE_CHAT_OBJECT: "ExampleChat",
          FIELDHOUSE_CHAT_APPLICATIONS: "usgames=app-games",
        },
      });
      await own.store.open();
    });
    after(async () => {
      await own.store?.close();
      service.close();
    });

    journey(
      own,
      "#chat shows the widget of the brand that has one, and the ways to reach the others",
      async ({ arrive }) => {
        const visitor = await arrive();
        const { page } = visitor;
        await visitor.visit("/shipping/", "usgames");
        await page.getByRole("link", { name: /^Cart, / }).waitFor();
        // Once the page has settled, the widget begins by itself.
        await page.locator("html[data-chat='begun with app-games']").waitFor();
        await page.getByRole("link", { name: "Chat", exact: true }).click();
        await page.locator("html[data-chat=shown]").waitFor();
        assert.equal(new URL(page.url()).pathname, "/shipping/");
        assert.ok(asked.includes("/hello?app-games"), "the widget may talk to its own service");
        // Another origin is not reached, chat or not.
        const refused = await page.evaluate(
          (port) =>
            fetch(`http://localhost:${port}/hello`).then(
              () => "reached",
              () => "refused",
            ),
          portOf(service),
        );
        assert.equal(refused, "refused");

        const before = asked.length;
        const other = await arrive();
        await other.visit("/shipping/", "fieldhouse");
        await other.page.getByRole("link", { name: /^Cart, / }).waitFor();
        await other.page.getByRole("link", { name: "Chat", exact: true }).click();
        await other.page.getByRole("dialog").getByRole("link", { name: /1-800/ }).waitFor();
        assert.equal(asked.length, before);
        other.nothingWrong();
      },
    );
  });
}

journeys([chats]);
