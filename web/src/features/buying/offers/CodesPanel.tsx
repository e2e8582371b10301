// The boxes for codes on the cart: a panel on desktops, a part that opens on small screens (cart §2).
import type { CartView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { useShell } from "../../../shared/site";
import { Icon } from "../../../ui/Icon";
import { useWide } from "../cart/use-wide";
import { OfferCodeBox } from "./OfferCodeBox";
import { ProgramIdBox } from "./ProgramIdBox";

export function CodesPanel({ cart, children }: { cart: CartView; children?: ReactNode }) {
  const { brand } = useShell();
  const client = useQueryClient();
  const wide = useWide();
  const codes = [cart.certFlyerCode, cart.custom?.fields.flyer_code, cart.custom?.fields.program_id].join(" ");
  const known = useRef(codes);
  // What came onto the cart by another way, a certificate or another device, shows here too.
  useEffect(() => {
    if (known.current === codes) return;
    known.current = codes;
    void client.invalidateQueries({ queryKey: [apiUrls.cartCodes] });
  }, [client, codes]);

  const boxes = [
    brand.promoBox ? <OfferCodeBox key="offer" /> : null,
    brand.programIdBox ? <ProgramIdBox key="program" /> : null,
    children,
  ].filter(Boolean);
  if (boxes.length === 0) return null;
  const title = brand.programIdBox ? "Offer Code & Program ID" : "Offer Code";
  return wide ? <Standing title={title}>{boxes}</Standing> : <Folded title={title}>{boxes}</Folded>;
}

function Standing({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-6 grid gap-5 border-line border-t pt-5 print:hidden">
      <h2 id={heading} className="sr-only">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  return (
    <section aria-label={title} className="mt-6 rounded-brand border border-line print:hidden">
      <h2 className="text-base">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
          className="flex min-h-13 w-full items-center justify-between gap-4 px-4 text-left font-semibold"
        >
          <span className="inline-flex items-center gap-2">
            <Icon name="tag" className="size-5" />
            {title}
          </span>
          <Icon
            name="chevron-down"
            className={clsx("size-5 transition-transform duration-300", open && "rotate-180")}
          />
        </button>
      </h2>
      <div
        id={panel}
        inert={!open}
        className={clsx(
          "grid transition-[grid-template-rows] duration-300",
          open ? "grid-rows-[1fr]" : "grid-rows-[0fr]",
        )}
      >
        <div className="overflow-hidden">
          <div className="grid gap-5 px-4 pb-4">{children}</div>
        </div>
      </div>
    </section>
  );
}
