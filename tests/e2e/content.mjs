// Content an operator changes beside the open store: seen as a draft through a signed link, then by everybody.
import assert from "node:assert/strict";
import { journey } from "./journey.mjs";
import { desktop, phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const words = "Spring camp opens in April";
const camp = {
  site: "usgames",
  pages: [
    {
      slug: "spring-camp",
      title: "Spring camp",
      description: "What to bring to the spring camp of the games brand.",
      blocks: [
        {
          kind: "html",
          title: words,
          html: '<p>Call <a href="/contact-us/">us</a>.<script>document.title = "run"</script></p><h3>Bring</h3><ul><li>Cones</li></ul>',
        },
      ],
    },
  ],
};

function contentChanges(world) {
  journey(world, "a draft is seen through its link alone, and by everybody once it is published", async (at) => {
    const { store, arrive } = at;
    const file = store.contentFile("camp.json", camp);
    const { stdout: told } = await store.run("content", "preview", file, "--port", String(store.port));
    const link = told.split("\n")[0];
    const draft = /Draft ([\w-]+);/.exec(told)[1];
    for (const viewport of [phone, desktop]) {
      const reader = await arrive({ viewport });
      const { page } = reader;
      await page.goto(link);
      await reader.visit("/spring-camp/", "usgames");
      await reader.heading("Spring camp").waitFor();
      await page.getByRole("heading", { level: 2, name: words }).waitFor();
      const banner = page.getByRole("complementary", { name: "Preview" });
      await banner.waitFor();
      await reader.fitsTheWindow("a preview");
      await reader.axe("a preview");
      assert.equal(await page.getByText("Cones").count(), 1);
      assert.notEqual(await page.title(), "run");
      const leave = banner.getByRole("link", { name: "Leave preview" });
      await leave.focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(store.url("/", "usgames"));
      assert.equal(await banner.count(), 0);
      reader.nothingWrong();
    }
    const visitor = await arrive();
    assert.equal((await visitor.visit("/spring-camp/", "usgames")).status(), 404);
    await store.run("content", "publish", draft);
    // Each round is a whole answer of the store: it ends with the first one that has the page.
    let answer = await visitor.visit("/spring-camp/", "usgames");
    while (answer.status() === 404) answer = await visitor.visit("/spring-camp/", "usgames");
    await visitor.page.getByRole("heading", { level: 2, name: words }).waitFor();
    const history = await store.run("content", "history", "--site", "usgames");
    assert.match(history.stdout, /publish draft/);
  });
}

journeys([contentChanges]);
