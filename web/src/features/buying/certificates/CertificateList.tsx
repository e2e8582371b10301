// Certificates of a cart or an order, one line each, with what of them would be lost.
import type { CertificateLineView } from "@fieldhouse/rules";
import { Button } from "../../../ui/Button";

interface Props {
  lines: readonly CertificateLineView[];
  /** Absent where nothing can be changed any more. */
  onRemove?: (paymentId: string, number: string) => void;
}

export function CertificateList({ lines, onRemove }: Props) {
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Certificates" className="mt-3 grid gap-2">
      {lines.map(({ paymentId, certificateNumber, amount, remainder }) => (
        <li
          key={paymentId}
          className="grid grid-cols-[1fr_auto] items-center gap-x-3 rounded-brand border border-line bg-surface px-3 py-2"
        >
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{certificateNumber}</span>{" "}
            <span className="tabular-nums text-good">{amount}</span>
          </span>
          {onRemove ? (
            <Button
              size="small"
              tone="quiet"
              aria-label={`Remove certificate ${certificateNumber}`}
              onClick={() => onRemove(paymentId, certificateNumber)}
            >
              Remove
            </Button>
          ) : null}
          {remainder ? <span className="col-span-2 text-sm text-warn">{remainder}</span> : null}
        </li>
      ))}
    </ul>
  );
}
