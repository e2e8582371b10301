// The `search` event (shell §7).
import { pushEvent } from "../../api/data-layer";

export function trackSearch(query: string): void {
  pushEvent({ event: "search", query });
}
