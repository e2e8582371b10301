// The Idempotency-Key of placing an order: one a review, kept over retries and reloads of this window.
import type { PlaceOrderDraft } from "@fieldhouse/rules";
import { newIdempotencyKey } from "../../../shared/client";

const storageKey = "fieldhouse.placing";

/** Session storage may be switched off; then the key lives as long as the page. */
const memory = new Map<string, string>();

function read(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return memory.get(storageKey) ?? null;
  }
}

function write(value: string): void {
  memory.set(storageKey, value);
  try {
    sessionStorage.setItem(storageKey, value);
  } catch {
    // Kept in memory.
  }
}

/** The key for exactly this draft: another cart, version, total or review is another intent and gets another key. */
export function placementKey(draft: PlaceOrderDraft): string {
  const intent = [draft.cartId, draft.cartVersion, draft.totalCents, ...draft.reviewed].join("/");
  const [knownIntent, knownKey] = (read() ?? "").split(" ");
  if (knownIntent === intent && knownKey) return knownKey;
  const key = newIdempotencyKey();
  write(`${intent} ${key}`);
  return key;
}
