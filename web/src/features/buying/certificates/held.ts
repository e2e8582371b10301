// The certificates among a cart's payments, as the rules take and list them.
import { type CertificateLineView, certificateLines, type PaymentInfoView } from "@fieldhouse/rules";

/** One line a certificate, with what of it would be lost at a total, when there is one. */
export function linesOf(info: PaymentInfoView, totalCents: number | undefined): CertificateLineView[] {
  const lines = certificateLines(
    certificatesOf(info).map(({ id, obj }) => ({
      paymentId: id,
      certificateNumber: obj.custom.fields.certificate_number,
      amount: obj.amountPlanned.centAmount,
    })),
    totalCents ?? 0,
  );
  return totalCents === undefined ? lines.map((line) => ({ ...line, remainder: "" })) : lines;
}

/** Numbers of the certificates of a cart. */
export function numbersOf(info: PaymentInfoView | undefined): string[] {
  return info ? certificatesOf(info).map(({ obj }) => obj.custom.fields.certificate_number) : [];
}

function certificatesOf(info: PaymentInfoView) {
  return info.payments.filter(({ obj }) => obj.custom.fields.certificate_number !== "");
}
