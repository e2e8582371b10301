// Search-analytics events (cart §7): which products were chosen and added to carts, told to the store without a
// word about the shopper. Nobody waits for them and nothing depends on them.
import { apiUrls, type Sent } from "./endpoints";

export function tellSearchAnalytics(act: "click" | "addedToCart", productIds: readonly string[]): void {
  const events = [...new Set(productIds)].filter((id) => id !== "").map((productId) => ({ act, productId }));
  if (events.length === 0) return;
  // Kept alive: a click on a product leaves the page at once.
  fetch(apiUrls.analyticsEvents, {
    method: "POST",
    credentials: "same-origin",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ events: events.slice(0, mostEvents) } satisfies Sent<"POST", "/api/analytics/events">),
  }).catch((error: unknown) => console.warn("search analytics were not sent", error));
}

/** The store takes so many at once; what is beyond them is not worth a second call. */
const mostEvents = 100;
