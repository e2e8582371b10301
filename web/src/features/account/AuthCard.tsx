// The frame of the pages around signing in: a narrow card with its heading, which takes the focus.
import type { ReactNode } from "react";
import { PageHead } from "../../app/head";
import { useShell } from "../../app/site";
import { StepHeading } from "../checkout/StepHeading";

export function AuthCard({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const { brand } = useShell();
  return (
    <div className="page-width py-8 md:py-14">
      <PageHead title={`${title} | ${brand.name}`} noIndex />
      <div
        className={`mx-auto rounded-brand-lg border border-line bg-surface p-6 md:p-10 ${wide ? "max-w-3xl" : "max-w-lg"}`}
      >
        <StepHeading>{title}</StepHeading>
        {children}
      </div>
    </div>
  );
}

/** What was done, announced. */
export function Done({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <AuthCard title={title}>
      <p role="status" className="mt-4 text-lg">
        {children}
      </p>
      <div className="mt-8">{action}</div>
    </AuthCard>
  );
}

/** A sentence at the top of a form: an error is announced at once. */
export function Banner({ tone, children }: { tone: "danger" | "info"; children: ReactNode }) {
  const look = tone === "danger" ? "border-danger bg-danger-soft text-danger" : "border-line bg-alt text-ink";
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={`mt-4 rounded-brand border px-4 py-3 font-medium ${look}`}
    >
      {children}
    </div>
  );
}
