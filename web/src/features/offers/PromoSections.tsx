// What the promo popover and the mobile menu's panel show: offer code and Program ID as far as the brand has them.
import { useShell } from "../../app/site";
import { OfferCodeBox } from "./OfferCodeBox";
import { ProgramIdBox } from "./ProgramIdBox";

export default function PromoSections() {
  const { brand } = useShell();
  return (
    <div className="grid gap-5">
      {brand.promoBox ? <OfferCodeBox /> : null}
      {brand.programIdBox ? <ProgramIdBox /> : null}
    </div>
  );
}
