// Back out of the browser's keep of whole pages (bfcache), as the browser itself tells it.
import { chromium } from "playwright-core";

/** A browser that keeps pages: playwright switches that off unless it is told not to. */
export const keepingBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });

/**
 * Leaves the page shown for another one and goes back: whether it is shown as it was left, and what kept the browser from
 * it.
 */
export async function leaveAndGoBack(page, elsewhere) {
  const goBack = await toGoBack(page);
  await page.goto(elsewhere);
  return goBack();
}

/**
 * Marks the page shown; the answer goes back to it from the page that came after it and tells the same. Playwright knows
 * nothing of such pages, so the browser is asked itself.
 */
export async function toGoBack(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.enable");
  const reasons = [];
  devtools.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) =>
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
  );
  await page.evaluate(() => {
    globalThis.leftHere = true;
  });
  return async () => {
    const back = new Promise((told) =>
      devtools.on("Page.frameNavigated", ({ frame, type }) => frame.parentId === undefined && told(type)),
    );
    const { entries, currentIndex } = await devtools.send("Page.getNavigationHistory");
    await devtools.send("Page.navigateToHistoryEntry", { entryId: entries[currentIndex - 1].id });
    const kept = (await back) === "BackForwardCacheRestore";
    return { kept, reasons };
  };
}
