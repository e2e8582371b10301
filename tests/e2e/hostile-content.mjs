// Hostile content end to end (R52, R53, R58): by `fieldhouse import content`, as an operator or a leaky content service
// brings it. What is no document is refused with its place and a reason, and nothing changes; HTML is cleaned; what
// is a text is shown as one, on every page, in Chromium, with the content security policy off and on.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileTexts, hostileAddresses, hostileLinks } from "./hostile-texts.mjs";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { Watched } from "./watched.mjs";

const page = (slug, blocks, more = {}) => ({ slug, title: "A page", description: "d", blocks, ...more });
const file = (pages, more = {}) => JSON.stringify({ site: "usgames", pages, ...more });
const picture = { href: "/images/ball.svg", alt: "", width: 1, height: 1 };
const link = { href: "/returns/", title: "t" };

/** Files that are refused: what is wrong with each, as it is told. */
/** @type {[string, string | Buffer, RegExp][]} */
const refused = [
  ["nothing", "", /x\.json: This is not valid JSON .*\[not_json\]/],
  ["half a file", '{"site":"usgames","pages":[{"slug":"a"', /\[not_json\]/],
  ["a script", "<script>xss()</script>", /line 1, column 1\) \[not_json\]/],
  ["no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), /The file is not UTF-8 \[not_json\]/],
  ["a lone surrogate", '{"site":"usgames","shell":{"announcement":"\\ud800"}}', /\[not_json\]/],
  ["a list", "[]", /This must be an object \[wrong_type\]/],
  ["missing fields", file([{ slug: "a" }]), /usgames\/page\/a, title: This must be given \[field_missing\]/],
  ["a block of no kind", file([page("a", [{ title: "t" }])]), /blocks\.0\.kind: .*\[field_missing\]/],
  [
    "an unknown kind",
    file([page("a", [{ kind: "script", text: "xss()" }])]),
    /no such kind: "script" \[kind_unknown\]/,
  ],
  ["wrong types", file([page("a", "x", { title: { a: 1 } })]), /title: This must be a text \[wrong_type\]/],
  ["a name twice", '{"site":"usgames","pages":[],"pages":[]}', /pages: This name is given twice \[name_twice\]/],
  ["a prototype", '{"site":"usgames","__proto__":{"a":1}}', /__proto__: .*\[kind_unknown\]/],
  ["deep nesting", `{"site":"usgames","pages":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, /\[too_deep\]/],
  ["ten megabytes", file([page("a", [{ kind: "html", html: "<p>x".repeat(2_621_440) }])]), /\[document_too_large\]/],
  ["sixty-five megabytes", `${file([page("a", [])])}${" ".repeat(65 << 20)}`, /A file has at most \d+ bytes/],
  ["srcdoc", file([page("a", [{ kind: "frame", title: "t", href: "/", srcdoc: "x" }])]), /srcdoc: .*\[field_unknown\]/],
  ["a handler", file([page("a", [{ kind: "banner", title: "t", text: "t", onclick: "xss()" }])]), /\[field_unknown\]/],
  ["a style", file([page("a", [{ kind: "text", title: "t", paragraphs: [], style: "x" }])]), /\[field_unknown\]/],
  [
    "a frame elsewhere",
    file([page("a", [{ kind: "frame", title: "t", href: "https://xss.invalid/" }])]),
    /\[frame_refused\]/,
  ],
  ["a path upwards", file([page("../../etc/passwd", [])]), /slug: .*\[slug_invalid\]/],
  ["text turned round", file([page("a", [], { title: "a\u202etxt.exe" })]), /title: .*\[bidi_control\]/],
  ["a control character", file([page("a", [], { title: "a\u0007b" })]), /title: .*\[control_character\]/],
  ["home gone", file([], { remove: ["page/home", "shell"] }), /remove\.0: .*\[not_removable\]/],
];

/** A page with an address in every place for one. */
const everyPlace = (slug, href) =>
  page(slug, [
    { kind: "banner", title: "t", text: "t", cta: { ...link, href } },
    { kind: "cards", uid: "c", title: "c", cards: [{ title: "t", text: "t", link: { ...link, href } }] },
    { kind: "messages", uid: "m", title: "m", messages: [{ text: "t", link: { ...link, href } }] },
    { kind: "categories", uid: "k", title: "k", categories: [{ label: "l", link, image: { ...picture, href } }] },
    { kind: "frame", title: "f", href },
  ]);

/** Fields that are no text: what they may say is a word of a list, a name of something else, an address. */
const kept = new Set([
  "site",
  "kind",
  "slug",
  "href",
  "openUrl",
  "bsnUrl",
  "srcset",
  "headerAlignment",
  "selectHeroBackgroundType",
  "selectBackgroundColor",
  "selectTextColor",
  "selectLogoSize",
  "selectValuePropLayout",
  "ctaAlignment",
  "tileShape",
  "contentType",
  "themeName",
  "side",
  "ground",
  "category",
  "name",
  "autocomplete",
  "recipient",
  "forms",
  "queries",
]);

/** The same documents with a hostile text before each of their texts, another one at every place. */
function poisoned(value, next, name = "") {
  if (typeof value === "string") return kept.has(name) || name === "html" ? value : `${next()} ${value}`;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, next, name));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      // A brand of the menu has a name that is shown; a field of a form has one that is not.
      const shown = key === "name" && "img" in value;
      return [
        key,
        typeof inner === "object" && key === "forms" && !value.site ? inner : poisoned(inner, next, shown ? "" : key),
      ];
    }),
  );
}

/** HTML of every hostile text, and of links to every hostile address. */
function hostileBlocks() {
  const links = [...hostileAddresses, ...hostileLinks].map((href) => `<p><a href="${href}">a link</a></p>`);
  const styled = '<p style="background:url(//xss.invalid/x)" class="x" id="root" onclick="xss()" data-x="1">styled</p>';
  return [...fileTexts, ...links, styled].map((html, nth) => ({
    kind: "html",
    title: `Part ${nth}`,
    html: `<p>${html}</p>`,
  }));
}

export function hostileContent(world, folder) {
  const at = path.join(folder, "content");

  journey(world, "content that is no content is refused with its place, and nothing changes", async ({ store }) => {
    mkdirSync(at, { recursive: true });
    const x = path.join(at, "x.json");
    const told = async () => {
      const failure = await store.run("import", "content", x).then(
        () => assert.fail("it was taken over"),
        (error) => error,
      );
      assert.notEqual(failure.code, 0);
      assert.match(failure.stderr, /nothing was changed/);
      // A file of many megabytes does not become a log of as many.
      assert.ok(failure.stderr.length < 40_000, `${failure.stderr.length} characters are told`);
      return failure.stderr;
    };
    const before = await store.run("content", "history");
    for (const [what, text, expected] of refused) {
      writeFileSync(x, text);
      assert.match(await told(), expected, what);
    }
    const scripts = [...hostileAddresses, ...hostileLinks].filter((href) => !/^https?:/.test(href));
    for (const [nth, href] of scripts.entries()) {
      writeFileSync(x, file([everyPlace("a", href)]));
      const said = await told();
      for (const place of ["0.cta", "1.cards.0.link", "2.messages.0.link", "3.categories.0.image", "4"]) {
        assert.ok(said.includes(`usgames/page/a, blocks.${place}.href: `), `${scripts[nth]} at ${place}\n${said}`);
      }
      assert.match(said, /\b5 errors in the content/, href);
    }
    const after = await store.run("content", "history");
    assert.equal(after.stdout, before.stdout);
  });

  for (const site of ["usgames", "varsitybrands"]) {
    journey(world, `hostile content of ${site} harms nobody on any page, with the policy and without`, async (trip) => {
      const { store, arrive } = trip;
      const own = path.join(at, site);
      await store.run("export", "content", own, "--site", site);
      const name = path.join(own, `${site}.json`);
      const content = JSON.parse(readFileSync(name, "utf8"));
      let place = site.length;
      const next = () => {
        place += 1;
        return fileTexts[place % fileTexts.length];
      };
      const hostile = poisoned(content, next);
      hostile.pages.push({ slug: "hostile", title: "Hostile", description: "d", blocks: hostileBlocks() });
      // The articles of the learning corner are searched: one is found by a word.
      const article = hostile.pages.find((one) => one.slug.startsWith("learning-corner/"));
      article.title = `${fileTexts[0]} zebra`;
      writeFileSync(name, JSON.stringify(hostile));
      const { stdout: told } = await store.run("import", "content", own);
      assert.match(told, /HTML was cleaned in (usgames|varsitybrands)\/page\/hostile, blocks\./);

      const visitor = await Watched.arrive(arrive, store);
      const { shopper } = visitor;
      // Each round is a whole answer of the store: it ends with the first one that has the page.
      let answer = await shopper.visit("/hostile/", site);
      while (answer.status() === 404) answer = await shopper.visit("/hostile/", site);

      const slugs = hostile.pages.map(({ slug }) => (slug === "home" ? "/" : `/${slug}/`));
      const looked = async (who, address, harmless) => {
        const response = await who.visit(address, site);
        assert.equal(response.status(), 200, address);
        await who.page.getByRole("heading", { level: 1 }).first().waitFor();
        await harmless(address);
      };
      for (const address of slugs) await looked(shopper, address, (what) => visitor.harmless(what));
      await everythingOpened(visitor, site);
      const small = await Watched.arrive(({ bypassCSP }) => arrive({ bypassCSP, viewport: phone }), store);
      await small.shopper.visit("/", site);
      await small.page.getByRole("button", { name: "Menu", exact: true }).click();
      await small.page.getByRole("dialog").getByRole("listitem").first().waitFor();
      await small.harmless("the phone's menu");

      // With the policy: what it would have to stop is not there in the first place.
      const guarded = await arrive();
      for (const address of slugs) await looked(guarded, address, () => guarded.nothingWrong());
    });
  }
}

/** Menus, drawers and overlays, each with what content says in it. */
async function everythingOpened(visitor, site) {
  const { page, shopper } = visitor;
  await shopper.visit("/", site);
  for (let nth = 0; nth < 3; nth += 1) {
    const opener = page.locator(`[data-opens="${nth}"]`);
    await opener.press("Enter");
    await opener.and(page.locator('[aria-expanded="true"]')).waitFor();
    await visitor.harmless("a flyout");
    await opener.press("Escape");
    await opener.and(page.locator('[aria-expanded="false"]')).waitFor();
  }
  if (site === "varsitybrands") {
    await page.getByRole("button", { name: "I'm looking for..." }).click();
    const overlay = page.getByRole("dialog", { name: "Search the learning corner" });
    await overlay.getByPlaceholder("I'm looking for...").fill("zebra");
    await overlay.getByRole("link", { name: /zebra/ }).waitFor();
    await visitor.harmless("the content search");
    await page.keyboard.press("Escape");
    await overlay.waitFor({ state: "hidden" });
  }
  await page.locator('aside > button[aria-haspopup="dialog"]').locator("visible=true").press("Enter");
  await page.getByRole("dialog").getByRole("form").waitFor();
  await visitor.harmless("the form drawer");
}
