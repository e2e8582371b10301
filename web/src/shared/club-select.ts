// Pages whose path contains /club-select have colours of their own (shell §2): form submit, promo banner,
// category headings.
import { useLocation } from "../ui/router";

export function isClubSelect(pathname: string): boolean {
  return pathname.includes("/club-select");
}

export function useClubSelect(): boolean {
  return isClubSelect(useLocation().pathname);
}
