// The `search` event (shell §7).
import { pushEvent } from "../../../shared/data-layer";

export function trackSearch(query: string): void {
  pushEvent({ event: "search", query });
}
