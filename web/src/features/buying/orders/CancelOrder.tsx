// A buyer's own cancelling: asked once more with what it does in numbers, told when it is done.
import type { OrderView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { newIdempotencyKey } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { FieldError, TextAreaField } from "../../../ui/Field";
import { Told } from "../../../ui/told";
import { cancelOrder } from "./api";

interface Props {
  order: OrderView;
  /** Of the link it was opened by, or empty. */
  signature: string;
  /** Reads the order again: somebody else changed it. */
  onStale: () => void;
}

export function CancelOrder({ order, signature, onStale }: Props) {
  const client = useQueryClient();
  /** Says that it is done, and takes the focus from the button that goes. */
  const box = useRef<HTMLDivElement>(null);
  /** One intent is one key: asked again after a lost answer, nothing happens twice. */
  const key = useRef("");
  const [asked, setAsked] = useState(false);
  const [done, setDone] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState("");
  const [note, setNote] = useState("");

  async function cancel(): Promise<void> {
    if (key.current === "") key.current = newIdempotencyKey();
    setPending(true);
    setProblem("");
    try {
      await cancelOrder(client, order, { note, signature, idempotencyKey: key.current });
      key.current = "";
      setDone(true);
      setAsked(false);
    } catch (failure) {
      setProblem(sentenceOf(failure));
      onStale();
    }
    setPending(false);
  }

  return (
    <div className="print:hidden">
      <div ref={box} tabIndex={-1} role="status" className="max-w-prose outline-none empty:hidden">
        {done ? `Order ${order.number} was canceled. News about it goes to ${order.email}.` : null}
      </div>
      {order.mayCancel ? (
        <Button tone="outline" onClick={() => setAsked(true)}>
          Cancel Order
        </Button>
      ) : null}
      <Dialog
        open={asked}
        onOpenChange={(open) => {
          setAsked(open);
          if (!open) setProblem("");
        }}
        title={`Cancel order ${order.number}?`}
        finalFocus={() => (done ? box.current : null)}
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button tone="outline" onClick={() => setAsked(false)}>
              Keep Order
            </Button>
            {order.mayCancel ? (
              <Button tone="action" pending={pending} onClick={() => void cancel()}>
                Cancel Order
              </Button>
            ) : null}
          </div>
        }
      >
        <div className="p-4">
          <p>{order.mayCancel ? order.cancelText : "This order cannot be canceled here any more."}</p>
          {order.mayCancel ? (
            <>
              <p className="mt-2 mb-4">This cannot be taken back.</p>
              <TextAreaField
                label="Why? (optional)"
                value={note}
                onChange={(event) => {
                  // Other words are another intent.
                  key.current = "";
                  setNote(event.target.value);
                }}
              />
            </>
          ) : null}
          <Told className="mt-3">{problem ? <FieldError error={problem} /> : null}</Told>
        </div>
      </Dialog>
    </div>
  );
}
