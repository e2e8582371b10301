// Whether a brand has anything to show among offers, Program ID and certificates (shell §1).
import { useShell } from "../../../shared/site";

export function usePromoShown(): boolean {
  const { brand } = useShell();
  return brand.promoBox || brand.programIdBox || brand.certificateBox;
}
