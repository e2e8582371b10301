// What the promo popover and the mobile menu's panel show, as far as the brand has it: offer code, Program ID, and the
// way to gift certificates.
import { paths } from "../../../shared/paths";
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";
import { OfferCodeBox } from "./OfferCodeBox";
import { ProgramIdBox } from "./ProgramIdBox";

export default function PromoSections({ onLeave }: { onLeave: () => void }) {
  const { brand } = useShell();
  return (
    <div className="grid gap-5">
      {brand.promoBox ? <OfferCodeBox /> : null}
      {brand.programIdBox ? <ProgramIdBox /> : null}
      {brand.certificateBox ? (
        <p className="border-line border-t pt-3">
          <Anchor
            href={paths.giftCertificate("")}
            onClick={onLeave}
            className="flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
          >
            Gift Certificates
            <Icon name="arrow-right" className="size-4" />
          </Anchor>
        </p>
      ) : null}
    </div>
  );
}
