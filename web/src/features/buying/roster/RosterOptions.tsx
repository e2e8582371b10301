// The options of a style number in a list: color, size and whatever else its articles differ in, chosen as quick order
// does, until one article is left.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useShell } from "../../../shared/site";
import { useText } from "../../../shared/text/texts";
import { Button } from "../../../ui/Button";
import { FieldError } from "../../../ui/Field";
import { Select } from "../../../ui/Select";
import { lookUp } from "../quick-order/api";
import { choosing, emptyRow, newOption, type QuickRow } from "../quick-order/rows";

interface RosterOptionsProps {
  styleNumber: string;
  /** 'row 3': tells the fields of several rows apart. */
  of: string;
  /** Whether the grid's tab stop is in this row. */
  inGrid: boolean;
  onChosen: (sku: string) => void;
}

export function RosterOptions({ styleNumber, of, inGrid, onChosen }: RosterOptionsProps) {
  const client = useQueryClient();
  const text = useText();
  const { brand } = useShell();
  const [row, setRow] = useState<QuickRow | undefined>();
  const [message, setMessage] = useState("");
  const [option] = row?.options ?? [];

  async function open(): Promise<void> {
    const sku = styleNumber.trim().toUpperCase();
    const texts = { inputError: text("quickOrder.inputError"), phone: brand.callToOrderPhone };
    const { product, message: wrong } = await lookUp(client, sku, texts);
    setMessage(wrong);
    if (product && wrong === "") setRow({ ...emptyRow(), sku, product, options: [newOption(product)] });
  }

  if (!row || !option) {
    return (
      <p className="flex flex-wrap items-center gap-2">
        <Button
          tone="outline"
          size="small"
          tabIndex={inGrid ? 0 : -1}
          aria-label={`Choose options, ${of}`}
          onClick={() => void open()}
        >
          Choose options
        </Button>
        <FieldError error={message || undefined} />
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      {choosing(row, option).kinds.map(({ kind, value, values }) => (
        <Select
          key={kind.name}
          label={kind.label}
          aria-label={`${kind.label}, ${of}`}
          placeholder="Choose"
          value={value}
          options={values.map((each) => ({ value: each.value, label: each.value, disabled: !each.open }))}
          onChange={(event) => {
            const chosen = { ...option, choices: { ...option.choices, [kind.name]: event.currentTarget.value } };
            const next = { ...row, options: [chosen] };
            const { article } = choosing(next, chosen);
            if (article) onChosen(article.productVariant.sku);
            else setRow(next);
          }}
          fieldClassName="min-w-36"
        />
      ))}
    </div>
  );
}
