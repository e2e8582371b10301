// Parts that open and close in 300 ms (shell §9), and can be read where scripts are off.
import type { ReactNode } from "react";
import { Icon } from "./Icon";

export interface AccordionPart {
  title: string;
  content: ReactNode;
}

export function Accordion({ parts }: { parts: readonly AccordionPart[] }) {
  return (
    <div className="divide-y divide-line border-line border-y">
      {parts.map((part) => (
        <details key={part.title} className="accordion group">
          <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold text-lg [&::-webkit-details-marker]:hidden">
            {part.title}
            <Icon name="chevron-down" className="size-5 transition-transform duration-300 group-open:rotate-180" />
          </summary>
          <div className="max-w-prose pb-4">{part.content}</div>
        </details>
      ))}
    </div>
  );
}
