// The one place that hands events to `window.dataLayer`, and that puts cents as its readers want them.
import type { Cents } from "@fieldhouse/rules";

export function pushEvent(event: Record<string, unknown> & { event: string }): void {
  const scope = window as Window & { dataLayer?: unknown[] };
  scope.dataLayer ??= [];
  scope.dataLayer.push(event);
}

/** What stands for a product without a key (cart §7). */
export const defaultProductKey = "defaultProductKey";

/** GA4 wants dollars as a number; cents divided once are the nearest number there is. Never added up afterwards. */
export function dollars(cents: Cents): number {
  return cents / 100;
}
