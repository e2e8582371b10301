// A list of plain links below a heading: of a department, of a column or a division in the footer.
import clsx from "clsx";
import { Anchor } from "./Anchor";

interface LinkListProps {
  links: readonly { href: string; title: string; newTab?: boolean }[];
  tone: "primary" | "footer";
  /** How the list lies: a column unless told otherwise. */
  className?: string;
}

const tones = { primary: "text-primary", footer: "text-footer-soft hover:text-on-footer" };

export function LinkList({ links, tone, className }: LinkListProps) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link.href + link.title}>
          <Anchor
            href={link.href}
            newTab={link.newTab}
            className={clsx("flex min-h-11 items-center underline-offset-4 hover:underline md:min-h-8", tones[tone])}
          >
            {link.title}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
