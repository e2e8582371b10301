// What a type of address means, beside its label (account §2).
import { useText } from "../../../shared/text/texts";
import { Icon } from "../../../ui/Icon";
import { Tooltip } from "../../../ui/Tooltip";

const tips = {
  "ship-to": "account.tip.ship-to",
  "sold-to": "account.tip.sold-to",
  "billed-to": "account.tip.billed-to",
  "payed-by": "account.tip.payed-by",
} as const;

export function AddressTypeTip({ addressType, label }: { addressType: string; label: string }) {
  const text = useText();
  const tip = Object.hasOwn(tips, addressType) ? tips[addressType as keyof typeof tips] : undefined;
  if (tip === undefined) return null;
  return (
    <Tooltip text={text(tip)}>
      {(control) => (
        <button
          type="button"
          className="relative grid size-6 place-items-center rounded-full text-muted pointer-coarse:before:absolute pointer-coarse:before:-inset-2.5"
          {...control}
        >
          <Icon name="info" className="size-4" />
          <span className="sr-only">What {label} means</span>
        </button>
      )}
    </Tooltip>
  );
}
