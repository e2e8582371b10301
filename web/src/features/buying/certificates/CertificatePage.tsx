// The gift-certificate page at /gift-certificate?id=…: what a certificate is, and redeeming it (cart §2, §4).
import { type CertificateDraft, certificateView, checkCertificateEntry } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { PageHead } from "../../../shared/head";
import { paths } from "../../../shared/paths";
import { useShell } from "../../../shared/site";
import { Button, ButtonLink } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { useSearchParams } from "../../../ui/router";
import { Told } from "../../../ui/told";
import { useCart } from "../cart/api";
import { addCertificate, refusalOf, useCertificate } from "./api";
import { CertificateEntry } from "./CertificateEntry";
import { numbersOf } from "./held";

/** What there is to show of a number that cannot be one. */
const unknown: CertificateDraft = {
  certificateNumber: "",
  isValid: false,
  status: "",
  expireDate: "",
  redemptionValue: "",
  name1: "",
  name2: "",
  flyer: "",
};

export default function CertificatePage() {
  const { brand } = useShell();
  const [params, setParams] = useSearchParams();
  const id = (params.get("id") ?? "").trim();
  const { data: cart } = useCart();
  const held = numbersOf(cart?.paymentInfo);
  const askable = id !== "" && !checkCertificateEntry(id, [], "page");
  const { data, error, isFetching, refetch } = useCertificate(id.toUpperCase(), brand, askable);
  const found = id === "" ? null : askable ? data : unknown;

  function apply(number: string): string {
    if (number.toUpperCase() === id.toUpperCase() && askable) void refetch();
    setParams(number === "" ? {} : { id: number });
    return "";
  }

  return (
    <div className="page-width max-w-3xl pt-6 pb-16">
      <PageHead title={`Gift Certificate | ${brand.name}`} noIndex />
      <h1 className="text-4xl md:text-5xl">Gift Certificate</h1>
      <div className="mt-6 max-w-xl">
        <CertificateEntry place="page" held={held} start={id} onApply={apply} />
      </div>
      {error ? (
        <p role="alert" className="mt-6 flex items-start gap-3 font-medium text-danger">
          <Icon name="attention" className="mt-0.5 size-5" />
          <span className="flex-1">{refusalOf(error)}</span>
          <Button size="small" tone="outline" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : found === undefined ? (
        <p role="status" aria-busy={isFetching} className="mt-6 text-muted">
          Looking up your certificate…
        </p>
      ) : (
        <Details certificate={found} added={found !== null && isHeld(held, found.certificateNumber ?? "")} />
      )}
    </div>
  );
}

function isHeld(held: readonly string[], number: string): boolean {
  return number !== "" && checkCertificateEntry(number, [...held], "page")?.code === "certificate_in_cart";
}

/** `certificate` is null before a number was entered. */
function Details({ certificate, added }: { certificate: CertificateDraft | null; added: boolean }) {
  const client = useQueryClient();
  const view = certificateView(certificate, added);
  const [refusal, setRefusal] = useState("");
  const [pending, setPending] = useState(false);
  const secondary = useRef<HTMLAnchorElement>(null);
  const justAdded = useRef(false);

  // The button that was pressed is disabled now: the way on takes the focus.
  useEffect(() => {
    if (!added || !justAdded.current) return;
    justAdded.current = false;
    secondary.current?.focus();
  }, [added]);

  async function redeem(): Promise<void> {
    if (!certificate) return;
    setRefusal("");
    setPending(true);
    try {
      justAdded.current = true;
      await addCertificate(client, certificate.certificateNumber ?? "", "page");
    } catch (failure) {
      justAdded.current = false;
      setRefusal(refusalOf(failure));
    }
    setPending(false);
  }

  return (
    <section aria-label="Certificate details" className="mt-8">
      <p role="status" className="font-medium not-empty:mb-4">
        {view.prompt}
      </p>
      <dl className="grid gap-x-8 gap-y-5 rounded-brand-lg bg-alt p-5 sm:grid-cols-2">
        <Detail term="Certificate number">{view.certificateNumber}</Detail>
        <Detail term="Expiration date">{view.expireDate}</Detail>
        <Detail term="Value">{view.value}</Detail>
        <Detail term="Organization">{view.organization}</Detail>
        <Detail term="Participant">{view.participant}</Detail>
      </dl>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        {certificate ? (
          <Button
            tone="action"
            size="large"
            disabled={!view.button.enabled}
            pending={pending}
            onClick={() => void redeem()}
          >
            {view.button.label}
          </Button>
        ) : null}
        <ButtonLink ref={secondary} href={paths.home} tone="outline" size="large">
          {view.secondaryLabel}
        </ButtonLink>
      </div>
      <Told className="mt-3 font-medium text-danger">{refusal}</Told>
    </section>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="font-semibold text-muted text-sm">{term}</dt>
      <dd className="mt-1 wrap-anywhere">{children}</dd>
    </div>
  );
}
