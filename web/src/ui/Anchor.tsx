// A link. Paths of this site go through the router; the only place in ui/ that knows there is one.
import type { AnchorHTMLAttributes, Ref } from "react";
import { Link } from "./router";

export interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  href: string;
  newTab?: boolean;
  /** Replaces the entry in the history instead of adding one. */
  replace?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

export function Anchor({ href, newTab = false, replace = false, ...rest }: AnchorProps) {
  const ours = href.startsWith("/") && !href.startsWith("//") && !href.startsWith("/images/");
  if (ours && !newTab) return <Link to={href} replace={replace} {...rest} />;
  return newTab ? <a href={href} target="_blank" rel="noopener" {...rest} /> : <a href={href} {...rest} />;
}
