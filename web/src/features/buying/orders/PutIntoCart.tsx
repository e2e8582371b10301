// A declined order back into the cart: one press, what could not be added is told, and all of it can be taken back.
import type { CopiedCartView, OrderView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { newIdempotencyKey } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { Button } from "../../../ui/Button";
import { FieldError } from "../../../ui/Field";
import { useToast } from "../../../ui/Toast";
import { Told } from "../../../ui/told";
import { trackAddToCart, trackRemoveFromCart } from "../cart/analytics";
import { undoChange } from "../cart/api";
import { addedOf, CopiedLines } from "../cart/CopiedLines";
import { putIntoCart } from "./api";

export function PutIntoCart({ order }: { order: OrderView }) {
  const client = useQueryClient();
  const toast = useToast();
  /** Takes the focus from a button that goes. */
  const box = useRef<HTMLDivElement>(null);
  /** One intent is one key: asked again after a lost answer, nothing is added twice. */
  const key = useRef("");
  const [copied, setCopied] = useState<CopiedCartView | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState("");

  async function put(): Promise<void> {
    if (key.current === "") key.current = newIdempotencyKey();
    setPending(true);
    setProblem("");
    try {
      const done = await putIntoCart(client, order.id, key.current);
      key.current = "";
      setCopied(done);
      box.current?.focus();
      if (done.change) offerUndo(done);
    } catch (failure) {
      setProblem(sentenceOf(failure));
    }
    setPending(false);
  }

  function offerUndo({ change, leftOut }: CopiedCartView): void {
    if (!change) return;
    const added = addedOf(order.items, leftOut);
    trackAddToCart(
      added.flatMap((card) => card.lineItems),
      change.cards,
    );
    toast(`Order ${order.number} is in your cart`, "info", { label: "Undo", run: () => void back(change.undo) });

    async function back(undo: string): Promise<void> {
      try {
        await undoChange(client, undo);
        for (const card of added) trackRemoveFromCart(card, card.lineItems, card.subtotal);
        setCopied(null);
        box.current?.focus();
      } catch (failure) {
        toast(sentenceOf(failure), "danger");
      }
    }
  }

  return (
    <div ref={box} tabIndex={-1} className="mt-4 outline-none print:hidden">
      {copied ? null : (
        <Button tone="action" pending={pending} onClick={() => void put()}>
          Put into my cart
        </Button>
      )}
      <Told className="mt-2">{problem ? <FieldError error={problem} /> : null}</Told>
      <div role="status">{copied ? <CopiedLines copied={copied} /> : null}</div>
    </div>
  );
}
