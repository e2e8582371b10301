// How fast clicking, other windows and failures end up as single requests in order.
import type { CartChangeView, CartView } from "@fieldhouse/rules";
import { type CartPort, CartQueue, type LineWish, StaleCart } from "./cart-queue";

type Answer = CartChangeView | Error;

/** A cart whose answers the test hands out one by one. */
class HeldPort implements CartPort {
  version = 1;
  sent: string[] = [];
  merged: CartChangeView[] = [];
  refetched = 0;
  private waiting: ((answer: Answer) => void)[] = [];

  shown(): CartView {
    return { version: this.version, items: [{ lineItems: [{ lineItemId: "a" }, { lineItemId: "b" }] }] } as CartView;
  }
  change(lineItemId: string, { quantity }: LineWish, version: number): Promise<CartChangeView> {
    return this.hold(`${lineItemId}=${quantity}@${version}`);
  }
  remove(lineItemIds: readonly string[], version: number): Promise<CartChangeView> {
    return this.hold(`${lineItemIds.join("+")} out@${version}`);
  }
  empty(version: number): Promise<CartChangeView> {
    return this.hold(`all out@${version}`);
  }
  async merge(change: CartChangeView): Promise<void> {
    this.merged.push(change);
    this.version = change.head.version;
  }
  async refetch(): Promise<CartView> {
    this.refetched += 1;
    this.version += 10;
    return this.shown();
  }
  sentence(failure: unknown): string {
    return (failure as Error).message;
  }
  /** Answers the oldest request that waits, and lets everything that follows from it happen. */
  async answer(answer?: Error): Promise<void> {
    const next = this.waiting.shift();
    if (!next) throw new Error("nothing waits for an answer");
    next(answer ?? ({ head: { version: this.version + 1 } } as CartChangeView));
    await turn();
  }
  private hold(what: string): Promise<CartChangeView> {
    this.sent.push(what);
    return new Promise((resolve, reject) => {
      this.waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  }
}

/** Lets all promises that can go on go on. */
async function turn(): Promise<void> {
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
}

test("a wish is let go only once its answer is shown: the old quantity never flashes up", async () => {
  const port = new HeldPort();
  let show = (): void => {};
  port.merge = () =>
    new Promise((resolve) => {
      show = resolve;
    });
  const queue = new CartQueue(port);
  void queue.setQuantity("a", 5);
  await turn();
  await port.answer();
  expect(queue.line("a")?.wanted).toBe(5);
  show();
  await turn();
  expect(queue.line("a")).toBeUndefined();
});

test("fast clicking sends the first and the last quantity, never those between", async () => {
  const port = new HeldPort();
  const queue = new CartQueue(port);
  for (const quantity of [2, 3, 4, 5]) void queue.setQuantity("a", quantity);
  await turn();
  void queue.setQuantity("a", 6);
  expect(port.sent).toEqual(["a=5@1"]);
  await port.answer();
  expect(port.sent).toEqual(["a=5@1", "a=6@2"]);
  await port.answer();
  expect(queue.line("a")).toBeUndefined();
  expect(queue.busy()).toBe(false);
});

test("two lines are sent one after the other, each with the version the one before left", async () => {
  const port = new HeldPort();
  const queue = new CartQueue(port);
  void queue.setQuantity("a", 2);
  void queue.setQuantity("b", 3);
  await turn();
  expect(port.sent).toEqual(["a=2@1"]);
  await port.answer();
  await port.answer();
  expect(port.sent).toEqual(["a=2@1", "b=3@2"]);
});

test("a stale version is read anew and tried once more with the newest", async () => {
  const port = new HeldPort();
  const queue = new CartQueue(port);
  const done = queue.setQuantity("a", 2);
  await turn();
  await port.answer(new StaleCart());
  expect(port.refetched).toBe(1);
  expect(port.sent).toEqual(["a=2@1", "a=2@11"]);
  await port.answer();
  await done;
  expect(queue.line("a")).toBeUndefined();
});

test("stale twice tells the shopper and stops", async () => {
  const port = new HeldPort();
  const queue = new CartQueue(port);
  const done = queue.setQuantity("a", 2);
  await turn();
  await port.answer(new StaleCart());
  await port.answer(new StaleCart());
  await done;
  expect(port.sent).toHaveLength(2);
  expect(queue.line("a")?.problem).toMatch(/changed in another window/);
});

test("a refused quantity keeps its sentence until the next try", async () => {
  const port = new HeldPort();
  const queue = new CartQueue(port);
  const done = queue.setQuantity("a", 3);
  await turn();
  await port.answer(new Error("Minimum Quantity is 6"));
  await done;
  expect(queue.line("a")).toEqual({ problem: "Minimum Quantity is 6" });
  void queue.setQuantity("a", 6);
  expect(queue.line("a")).toEqual({ wanted: 6 });
});

test("what was typed while a refused quantity was on its way gets its own try", async () => {
  const port = new HeldPort();
  const queue = new CartQueue(port);
  void queue.setQuantity("a", 3);
  await turn();
  void queue.setQuantity("a", 6);
  await port.answer(new Error("Minimum Quantity is 6"));
  expect(port.sent).toEqual(["a=3@1", "a=6@1"]);
  await port.answer();
  expect(queue.line("a")).toBeUndefined();
});

test("removing overtakes a quantity that was not sent yet", async () => {
  const port = new HeldPort();
  const queue = new CartQueue(port);
  void queue.setQuantity("a", 3);
  const removed = queue.remove(["a"]);
  await turn();
  expect(port.sent).toEqual(["a out@1"]);
  await port.answer();
  expect(await removed).toMatchObject({ head: { version: 2 } });
});

test("lines taken out together are one request; what another window took out meanwhile is left out of the second try", async () => {
  const port = new HeldPort();
  const queue = new CartQueue(port);
  const removed = queue.remove(["a", "gone", "b"]);
  await turn();
  expect(port.sent).toEqual(["a+gone+b out@1"]);
  await port.answer(new StaleCart());
  expect(port.sent).toEqual(["a+gone+b out@1", "a+b out@11"]);
  await port.answer();
  expect(await removed).toMatchObject({ head: { version: 12 } });
  expect(queue.wishes()).toEqual([]);
  expect(await queue.remove([])).toBeNull();
});

test("emptying waits for its turn, and lets go of every wish", async () => {
  const port = new HeldPort();
  const queue = new CartQueue(port);
  void queue.setQuantity("a", 3);
  const emptied = queue.empty();
  await turn();
  expect(port.sent).toEqual(["a=3@1"]);
  await port.answer(new Error("Minimum Quantity is 6"));
  expect(queue.refused()).toBe(true);
  expect(port.sent).toEqual(["a=3@1", "all out@1"]);
  await port.answer();
  expect(await emptied).not.toBeNull();
  expect(queue.refused()).toBe(false);
});

test("a change that was sent offline keeps the order: nothing overtakes it, and the next one goes on", async () => {
  const port = new HeldPort();
  const queue = new CartQueue(port);
  const first = queue.setQuantity("a", 2);
  const second = queue.setQuantity("b", 3);
  await turn();
  await port.answer(new Error("You seem to be offline. Your change was not saved yet."));
  expect(port.sent).toEqual(["a=2@1", "b=3@1"]);
  await port.answer();
  await Promise.all([first, second]);
  expect(queue.line("a")?.problem).toMatch(/offline/);
  expect(queue.line("b")).toBeUndefined();
});

test("wishes list what is not confirmed yet, a removal as nothing", async () => {
  const port = new HeldPort();
  const queue = new CartQueue(port);
  void queue.setQuantity("a", 3);
  void queue.remove(["b"]);
  expect(queue.wishes()).toEqual([
    { lineItemId: "a", quantity: 3 },
    { lineItemId: "b", quantity: 0 },
  ]);
});
