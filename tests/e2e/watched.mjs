// A visitor around whom nothing may run: with the content security policy off, so that it is the storefront itself that
// holds, and everything hooked that a script would use to tell of itself (R52).
import assert from "node:assert/strict";

/** Runs in every page before anything else: whatever would run a script tells. */
function hook() {
  const tell = (what) => () => globalThis.tripped(what);
  for (const name of ["xss", "alert", "confirm", "prompt", "print"]) globalThis[name] = tell(name);
}

/** Attributes that carry a script, and elements nobody of ours put there. */
function scriptsInPage() {
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      // What browsers drop from an address before they read it.
      const address = value.replace(/[\s\p{Cc}]/gu, "").toLowerCase();
      const harmful =
        /^(javascript|vbscript|data:text)/.test(address) && /^(href|src|action|formaction|data|xlink:href)$/.test(name);
      const loads = /^(src|action|formaction|data)$/.test(name);
      const elsewhere = loads && URL.parse(value, document.baseURI)?.hostname === "xss.invalid";
      if (name.startsWith("on") || name === "srcdoc" || harmful || elsewhere)
        found.push(`${element.localName} ${name}=${value}`);
    }
    const inert = ["application/json", "application/ld+json"].includes(element.getAttribute("type") ?? "");
    if (element.localName === "script" && !inert && element.textContent.trim() !== "") found.push(element.outerHTML);
    if (["object", "embed", "marquee", "base"].includes(element.localName)) found.push(element.outerHTML);
  }
  return found;
}

/** A visitor around whom nothing may run. */
export class Watched {
  #found = [];

  constructor(shopper) {
    this.shopper = shopper;
    this.page = shopper.page;
  }

  static async arrive(arrive, store) {
    const watched = new Watched(await arrive({ bypassCSP: true }));
    const { context } = watched.shopper;
    await context.exposeBinding("tripped", (_, what) => watched.#found.push(`ran: ${what}`));
    await context.addInitScript(hook);
    context.on("dialog", (dialog) => {
      watched.#found.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (url.port !== String(store.port) && url.protocol !== "data:") watched.#found.push(`asked: ${request.url()}`);
    });
    context.on("response", async (response) => {
      const policy = response.headers()["content-security-policy"] ?? "";
      if (!/script-src 'self' 'wasm-unsafe-eval'[;,]|default-src 'none'/.test(policy)) {
        watched.#found.push(`no policy: ${response.url()}`);
      }
    });
    return watched;
  }

  /** Shows a page until it is alive. */
  async visit(address) {
    await this.shopper.visit(address);
    await this.page.getByRole("link", { name: /^Cart, / }).waitFor();
  }

  /** Fails when anything ran or would run in what is shown. */
  async harmless(what) {
    const here = this.page.frames().filter((frame) => frame.url().startsWith("http"));
    const scripts = (await Promise.all(here.map((frame) => frame.evaluate(scriptsInPage)))).flat();
    assert.deepEqual([...scripts, ...this.#found], [], what);
  }
}
