// The window that begins to shop as a customer: why, which the customer will read. The store opens in its place.
import { checkShopAs } from "@fieldhouse/rules/desk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { send, sentenceOf } from "../../shared/client";
import { type DeskCustomerView, to } from "../../shared/endpoints";
import { brandName } from "../../shared/session";
import { Input } from "../../ui/Controls";
import { ActForm, Window } from "../../ui/Window";

interface ShopAsWindowProps {
  view: DeskCustomerView;
  onClose: () => void;
  /** Opens the store; the address counts once. */
  go?: (address: string) => void;
}

export function ShopAsWindow({ view, onClose, go = (address) => location.assign(address) }: ShopAsWindowProps) {
  const { id, name, site } = view.customer;
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const broken = checkShopAs({ reason });
  const begun = useMutation({
    mutationFn: () => send("POST", to("/desk/api/customers/{id}/shop-as", id), { reason }),
    onSuccess: ({ address }) => go(address),
  });
  return (
    <Window open onClose={onClose} title={`Shop as ${name}`}>
      <ActForm
        act={`Shop at ${brandName(site)}`}
        pending={begun.isPending}
        problem={begun.error ? sentenceOf(begun.error) : undefined}
        onClose={onClose}
        onAct={() => {
          setTried(true);
          if (!broken) begun.mutate();
        }}
      >
        <p>
          You see their prices, fill their cart and can order for them, for an hour at most. Their account, approvals
          and payments stay closed. What you put into the cart stays there for them.
        </p>
        <Input
          label="Why"
          required
          hint="The customer reads it, with your name."
          value={reason}
          error={tried ? broken?.message : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </ActForm>
    </Window>
  );
}
