// Banner and entry of gift certificates beside the cart and in checkout, with those that were added (cart §2).
import type { PaymentInfoView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { paths } from "../../../shared/paths";
import { useShell } from "../../../shared/site";
import { useText } from "../../../shared/text/texts";
import { Anchor } from "../../../ui/Anchor";
import { Told, useTold } from "../../../ui/told";
import { addCertificate, refusalOf, removeCertificate } from "./api";
import { CertificateEntry } from "./CertificateEntry";
import { CertificateList } from "./CertificateList";
import { linesOf, numbersOf } from "./held";

interface Props {
  paymentInfo: PaymentInfoView;
  /** Before certificates: what they are taken off. Absent while nothing is in the cart, where nothing of them is lost. */
  totalCents?: number;
}

export function CertificateBox({ paymentInfo, totalCents }: Props) {
  const { brand } = useShell();
  const text = useText();
  const client = useQueryClient();
  const heading = useId();
  const [told, setTold] = useState("");
  const [removed, setRemoved] = useState("");
  // Its button is gone with it: the focus goes where it is said.
  const place = useTold<HTMLParagraphElement>(removed);
  const [refusal, setRefusal] = useState("");
  // A brand without the box shows certificates only where they were added (cart §1).
  const lines = linesOf(paymentInfo, totalCents);
  if (!brand.certificateBox && lines.length === 0 && told === "") return null;

  async function apply(number: string): Promise<string> {
    setTold("");
    setRemoved("");
    setRefusal("");
    try {
      await addCertificate(client, number, "order");
      setTold(`Certificate ${number.toUpperCase()} was added.`);
      return "";
    } catch (failure) {
      return refusalOf(failure);
    }
  }

  async function remove(paymentId: string, number: string): Promise<void> {
    setTold("");
    setRemoved("");
    setRefusal("");
    try {
      await removeCertificate(client, paymentId);
      setTold(`Certificate ${number} was removed.`);
      setRemoved(paymentId);
    } catch (failure) {
      setRefusal(refusalOf(failure));
    }
  }

  return (
    <section aria-labelledby={heading} className="print:hidden">
      <h2 id={heading} className="font-sans font-semibold text-base">
        Gift certificates
      </h2>
      {brand.certificateBox ? (
        <>
          <p className="mt-1 mb-3 text-muted text-sm">
            {text("certificates.banner")}{" "}
            <Anchor href={paths.giftCertificate("")} className="underline underline-offset-4 hover:text-accent">
              See what a certificate is worth
            </Anchor>
          </p>
          <CertificateEntry place="order" held={numbersOf(paymentInfo)} onApply={apply} />
        </>
      ) : null}
      <p ref={place} tabIndex={-1} role="status" className="text-good text-sm outline-none not-empty:mt-2">
        {told}
      </p>
      <Told className="mt-2 font-medium text-danger text-sm">{refusal}</Told>
      <CertificateList lines={lines} onRemove={(paymentId, number) => void remove(paymentId, number)} />
    </section>
  );
}
