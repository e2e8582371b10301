// What a flyer shows beside its code: logos, where it is redeemed, its terms (cart §3 'Flyer group content').
import type { FlyerGroupView } from "@fieldhouse/rules";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";

export function FlyerGroup({ flyer }: { flyer: FlyerGroupView }) {
  const { logos, finePrint, redemptionUrl } = flyer;
  return (
    <div className="mt-3 border-line border-t pt-3 text-sm">
      {logos.length > 0 ? (
        <ul className="flex flex-wrap items-center gap-3">
          {logos.map((logo) => (
            <li key={logo.url}>
              <img
                src={logo.url}
                alt={logo.title}
                width={56}
                height={56}
                className="size-14 rounded-brand-sm bg-surface object-contain"
              />
            </li>
          ))}
        </ul>
      ) : null}
      {redemptionUrl ? (
        <Anchor
          href={redemptionUrl.href}
          className="mt-2 inline-flex min-h-9 items-center gap-1.5 font-semibold underline-offset-4 hover:underline"
        >
          {redemptionUrl.title}
          <Icon name="arrow-right" className="size-4" />
        </Anchor>
      ) : null}
      {finePrint ? <p className="mt-1 text-muted text-xs">{finePrint}</p> : null}
    </div>
  );
}
