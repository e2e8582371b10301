// A link to a document: the browser shows it in a tab of its own.
import type { ReactNode } from "react";
import { Anchor } from "../../ui/Anchor";

interface PdfLinkProps {
  href: string;
  className?: string;
  children: ReactNode;
}

export function PdfLink({ href, className = "", children }: PdfLinkProps) {
  return (
    <Anchor newTab href={href} className={`inline-flex min-h-6 items-center underline underline-offset-2 ${className}`}>
      {children} (PDF)
    </Anchor>
  );
}
