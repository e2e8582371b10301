// The frame of the pages around signing in: a narrow card with its heading, which takes the focus.
import type { ReactNode } from "react";
import { PageHead } from "../../../shared/head";
import { useShell } from "../../../shared/site";
import { Told } from "../../../ui/told";
import { StepHeading } from "../../buying/checkout/StepHeading";

interface AuthCardProps {
  title: string;
  wide?: boolean;
  /** The heading takes the focus wherever the shopper came from: it says what was done. */
  told?: boolean;
  children: ReactNode;
}

export function AuthCard({ title, wide = false, told = false, children }: AuthCardProps) {
  const { brand } = useShell();
  return (
    <div className="page-width py-8 md:py-14">
      <PageHead title={`${title} | ${brand.name}`} noIndex />
      <div
        className={`wrap-anywhere mx-auto rounded-brand-lg border border-line bg-surface p-6 md:p-10 ${wide ? "max-w-3xl" : "max-w-lg"}`}
      >
        <StepHeading told={told}>{title}</StepHeading>
        {children}
      </div>
    </div>
  );
}

/** What was done: scrolled to, with the focus on it, and announced. */
export function Done({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <AuthCard title={title} told>
      <p role="status" className="wrap-anywhere mt-4 text-lg">
        {children}
      </p>
      <div className="mt-8">{action}</div>
    </AuthCard>
  );
}

/** A sentence at the top of a form. An error is announced at once, scrolled to and focused. */
export function Banner({ tone, children }: { tone: "danger" | "info"; children: ReactNode }) {
  const frame = "wrap-anywhere mt-4 rounded-brand border px-4 py-3 font-medium";
  if (tone === "danger") {
    return <Told className={`${frame} border-danger bg-danger-soft text-danger`}>{children}</Told>;
  }
  return (
    <div role="status" className={`${frame} border-line bg-alt text-ink`}>
      {children}
    </div>
  );
}
