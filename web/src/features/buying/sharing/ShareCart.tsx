// Sharing the cart: a link that shows it as it is now, and the links that are open.
import type { CartView, ShareView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { sentenceOf } from "../../../shared/failures";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { Dialog } from "../../../ui/Dialog";
import { FieldError, TextField } from "../../../ui/Field";
import { Told } from "../../../ui/told";
import { shareCart, stopSharing, useShares } from "./api";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

export default function ShareCart({ cart, onClose }: { cart: CartView; onClose: () => void }) {
  const client = useQueryClient();
  const [withTexts, setWithTexts] = useState(false);
  const [made, setMade] = useState<ShareView | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState("");
  const hasTexts = cart.items.some((card) => card.lineItems.some((line) => line.freeForm.length > 0));

  async function make(): Promise<void> {
    setPending(true);
    setProblem("");
    try {
      setMade(await shareCart(client, withTexts));
    } catch (failure) {
      setProblem(sentenceOf(failure));
    }
    setPending(false);
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Share cart">
      <div className="p-4">
        <p>
          Whoever has the link sees what is in your cart now, at their own prices, and can copy it to their cart. What
          you change later is not shown. The link works for 90 days, or until you stop sharing.
        </p>
        {hasTexts ? (
          <Checkbox
            className="mt-3"
            label="Include names and numbers"
            description="They are personal: left out unless you tick this."
            checked={withTexts}
            disabled={made !== null}
            onChange={(event) => setWithTexts(event.target.checked)}
          />
        ) : null}
        {made ? (
          <MadeLink address={new URL(made.path, location.origin).href} />
        ) : (
          <Button tone="action" className="mt-4" pending={pending} onClick={() => void make()}>
            Create link
          </Button>
        )}
        <Told className="mt-2">{problem ? <FieldError error={problem} /> : null}</Told>
        <OpenLinks onProblem={setProblem} />
      </div>
    </Dialog>
  );
}

function MadeLink({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      setSaid("Link copied");
    } catch {
      // No clipboard here: the address is marked, so that the keyboard can copy it.
      field.current?.select();
      setSaid("Press Ctrl+C or Cmd+C to copy the link");
    }
  }

  return (
    <div className="mt-4">
      <TextField
        ref={field}
        label="Link to this cart"
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-2 flex items-center gap-3">
        <Button onClick={() => void copy()}>Copy link</Button>
        <p role="status" className="text-good text-sm">
          {said}
        </p>
      </div>
    </div>
  );
}

function OpenLinks({ onProblem }: { onProblem: (sentence: string) => void }) {
  const client = useQueryClient();
  const { data } = useShares();
  const shares = data?.shares ?? [];
  if (shares.length === 0) return null;
  return (
    <section className="mt-6 border-line border-t pt-4">
      <h3 className="font-semibold">Shared until now</h3>
      <ul className="mt-2 divide-y divide-line">
        {shares.map((share) => {
          const said = `${share.totalLineItemQuantity} items, ${day.format(new Date(share.sharedAt))}`;
          return (
            <li key={share.id} className="flex items-center justify-between gap-4 py-1">
              <span className="text-sm">
                {said}
                {share.withTexts ? ", with names and numbers" : ""}
              </span>
              <Button
                tone="quiet"
                size="small"
                onClick={() => {
                  stopSharing(client, share.id).catch((failure: unknown) => onProblem(sentenceOf(failure)));
                }}
              >
                Stop sharing
                <span className="sr-only"> {said}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
