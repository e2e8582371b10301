// Parts that open and close in 300 ms (shell §9). Closed parts stay in the page for its own search.
import { Accordion as Base } from "@base-ui/react/accordion";
import type { ReactNode } from "react";
import { Icon } from "./Icon";

export interface AccordionItem {
  key: string;
  title: ReactNode;
  content: ReactNode;
}

interface AccordionProps {
  items: readonly AccordionItem[];
  /** Keys that are open at first. */
  defaultOpen?: string[];
  headingClassName?: string;
}

export function Accordion({ items, defaultOpen = [], headingClassName = "text-xl" }: AccordionProps) {
  return (
    <Base.Root
      multiple
      defaultValue={defaultOpen}
      hiddenUntilFound
      className="divide-y divide-line border-line border-y"
    >
      {items.map((item) => (
        <Base.Item key={item.key} value={item.key}>
          <Base.Header className={headingClassName}>
            <Base.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 text-left">
              {item.title}
              <Icon
                name="chevron-down"
                className="size-5 transition-transform duration-300 group-data-panel-open:rotate-180"
              />
            </Base.Trigger>
          </Base.Header>
          <Base.Panel className="h-(--accordion-panel-height) overflow-hidden transition-[height] duration-300 data-ending-style:h-0 data-starting-style:h-0">
            <div className="pb-5">{item.content}</div>
          </Base.Panel>
        </Base.Item>
      ))}
    </Base.Root>
  );
}
