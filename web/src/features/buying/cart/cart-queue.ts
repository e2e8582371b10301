// The order in which this window changes the cart: one request at a time, the last wish of each line wins.
// A cart has one version, so two of our own requests in flight would refuse each other. Not here: HTTP and drawing.
import type { CartChangeView, CartView } from "@fieldhouse/rules";

/** What the queue needs from outside; tests hand in their own. */
export interface CartPort {
  /** The cart as last heard of, if any. */
  shown(): CartView | null;
  /** Sets an absolute quantity, and the texts where they are given; throws `StaleCart` when the version is no longer the newest. */
  change(lineItemId: string, wish: LineWish, version: number): Promise<CartChangeView>;
  /** Takes lines out together: all of them or none. */
  remove(lineItemIds: readonly string[], version: number): Promise<CartChangeView>;
  /** Takes everything out. */
  empty(version: number): Promise<CartChangeView>;
  /** Puts an answer into what is shown; resolves once the page knows it. */
  merge(change: CartChangeView): Promise<void>;
  /** Asks for the whole cart anew and resolves once it is shown. */
  refetch(): Promise<CartView | null>;
  /** The sentence for a failure. */
  sentence(failure: unknown): string;
}

/** The cart was changed elsewhere since it was seen. */
export class StaleCart extends Error {}

/** What a line is to become. */
export interface LineWish {
  quantity: number;
  /** Texts of all its pieces; absent when they stay as they are. */
  freeForm?: string[][];
}

export interface LineState {
  /** The quantity the shopper wants and the cart has not confirmed yet. */
  wanted?: number;
  /** The texts that go with it. */
  freeForm?: string[][];
  /** Being taken out. */
  removing?: boolean;
  /** Why the last change was refused. */
  problem?: string;
}

const changedTwice = "Your cart was changed in another window. Please check the quantity and try again.";
const goneMeanwhile = "This item was already removed from your cart.";

/** An unconfirmed quantity; 0 is a line on its way out. */
export interface Wish {
  lineItemId: string;
  quantity: number;
}

function hasLine(cart: CartView, lineItemId: string): boolean {
  return cart.items.some((card) => card.lineItems.some((line) => line.lineItemId === lineItemId));
}

export class CartQueue {
  private readonly lines = new Map<string, LineState>();
  private readonly listeners = new Set<() => void>();
  private tail: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private wished: readonly Wish[] = [];

  constructor(private readonly port: CartPort) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  line(lineItemId: string): LineState | undefined {
    return this.lines.get(lineItemId);
  }

  /** True while something the shopper asked for is not confirmed. */
  busy(): boolean {
    return this.waiting > 0;
  }

  /** True when a change of a line that is still there was refused and nothing was tried since. */
  refused(): boolean {
    const cart = this.port.shown();
    return [...this.lines].some(([id, { problem }]) => problem !== undefined && (!cart || hasLine(cart, id)));
  }

  /** Wishes not confirmed yet, by line: what a forecast is made of. The same list until one changes. */
  wishes = (): readonly Wish[] => this.wished;

  /** Wants an absolute quantity, with texts of all pieces. Called again before it was sent, only the newest is sent. */
  setQuantity(lineItemId: string, quantity: number, freeForm?: string[][]): Promise<void> {
    const already = this.lines.get(lineItemId)?.wanted !== undefined;
    this.put(lineItemId, freeForm ? { wanted: quantity, freeForm } : { wanted: quantity });
    if (already) return this.settled();
    return this.enqueue(() => this.sendQuantity(lineItemId));
  }

  /** Takes lines out together; resolves to the answer when they are gone by our doing, else to null. */
  remove(lineItemIds: readonly string[]): Promise<CartChangeView | null> {
    const ids = lineItemIds.filter((id) => !this.lines.get(id)?.removing);
    if (ids.length === 0) return this.settled().then(() => null);
    for (const id of ids) this.put(id, { removing: true });
    return this.enqueue(() => this.sendRemoval(ids));
  }

  /** Takes everything out; the answer, or null when there was nothing left. Throws what refused it. */
  empty(): Promise<CartChangeView | null> {
    return this.enqueue(async () => {
      const change = await this.attempt(
        (version) => this.port.empty(version),
        (cart) => cart.items.length > 0,
      ).catch((failure: unknown) => {
        throw failure instanceof StaleCart ? new Error(changedTwice) : failure;
      });
      this.lines.clear();
      this.listWishes();
      if (change) await this.port.merge(change);
      return change;
    });
  }

  /** Runs a change that needs no version (adding, taking a removal back) in its turn. */
  add(send: () => Promise<CartChangeView>): Promise<CartChangeView> {
    return this.enqueue(async () => {
      const change = await send();
      await this.port.merge(change);
      return change;
    });
  }

  /** As `add`, for a change that may have done nothing. */
  addSome(send: () => Promise<CartChangeView | null>): Promise<CartChangeView | null> {
    return this.enqueue(async () => {
      const change = await send();
      if (change) await this.port.merge(change);
      return change;
    });
  }

  /** Forgets the refusal of a line. */
  forget(lineItemId: string): void {
    if (this.lines.get(lineItemId)?.problem) this.put(lineItemId, undefined);
  }

  /** Resolves when all that was asked so far is answered. */
  settled(): Promise<void> {
    return this.tail.then(() => undefined);
  }

  /** The cart as the store has it once all that was asked so far is answered. */
  async confirmed(): Promise<CartView | null> {
    await this.settled();
    return this.port.shown();
  }

  private async sendQuantity(lineItemId: string): Promise<void> {
    for (;;) {
      const state = this.lines.get(lineItemId);
      if (state?.wanted === undefined || state.removing) return;
      const { wanted: quantity, freeForm } = state;
      const wish = freeForm ? { quantity, freeForm } : { quantity };
      try {
        const change = await this.attempt(
          (version) => this.port.change(lineItemId, wish, version),
          (cart) => hasLine(cart, lineItemId),
        );
        if (!change) throw new Error(goneMeanwhile);
        // A wish is let go only when its answer is shown: between the two the old quantity would flash up.
        await this.port.merge(change);
      } catch (failure) {
        // What was typed since then is a newer wish and gets its own try.
        if (this.lines.get(lineItemId) !== state) continue;
        this.put(lineItemId, { problem: failure instanceof StaleCart ? changedTwice : this.port.sentence(failure) });
        return;
      }
      if (this.lines.get(lineItemId) === state) {
        this.put(lineItemId, undefined);
        return;
      }
    }
  }

  private async sendRemoval(lineItemIds: readonly string[]): Promise<CartChangeView | null> {
    // What another window took out meanwhile is gone as it was wanted.
    let there = lineItemIds;
    try {
      const change = await this.attempt(
        (version) => this.port.remove(there, version),
        (cart) => {
          there = lineItemIds.filter((id) => hasLine(cart, id));
          return there.length > 0;
        },
      );
      if (change) await this.port.merge(change);
      for (const id of lineItemIds) this.put(id, undefined);
      return change;
    } catch (failure) {
      const problem = failure instanceof StaleCart ? changedTwice : this.port.sentence(failure);
      for (const id of lineItemIds) this.put(id, { problem });
      return null;
    }
  }

  /**
   * Once with the version shown; refused as stale, the cart is asked anew and it is tried once more with the newest,
   * as long as that still makes sense: null when it does not.
   */
  private async attempt(
    send: (version: number) => Promise<CartChangeView>,
    still: (newest: CartView) => boolean,
  ): Promise<CartChangeView | null> {
    const shown = this.port.shown() ?? (await this.port.refetch());
    try {
      return await send(shown?.version ?? 0);
    } catch (failure) {
      if (!(failure instanceof StaleCart)) throw failure;
      const newest = await this.port.refetch();
      return newest && still(newest) ? await send(newest.version) : null;
    }
  }

  private enqueue<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    this.waiting += 1;
    const answer = this.tail.then(work);
    this.tail = answer.then(
      () => this.done(),
      () => this.done(),
    );
    this.tell();
    return answer;
  }

  private done(): void {
    this.waiting -= 1;
    this.tell();
  }

  private put(lineItemId: string, state: LineState | undefined): void {
    if (state) this.lines.set(lineItemId, state);
    else this.lines.delete(lineItemId);
    this.listWishes();
    this.tell();
  }

  private listWishes(): void {
    this.wished = [...this.lines].flatMap(([id, { removing, wanted }]) =>
      removing ? [{ lineItemId: id, quantity: 0 }] : wanted === undefined ? [] : [{ lineItemId: id, quantity: wanted }],
    );
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
