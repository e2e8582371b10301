// The head of a section: heading, a line under it, and what can be done with all of it. How it is set is
// each brand's own (brands/*.css).
import type { ReactNode } from "react";

interface SectionHeadProps {
  title: string;
  text?: string;
  children?: ReactNode;
}

export function SectionHead({ title, text, children }: SectionHeadProps) {
  return (
    <div className="section-head">
      <div>
        <h2 className="heading-case text-3xl md:text-4xl">{title}</h2>
        {text ? <p className="mt-2 max-w-2xl text-lg text-muted">{text}</p> : null}
      </div>
      {children ? <div className="flex items-center gap-2">{children}</div> : null}
    </div>
  );
}
