// A brand on a row: two letters in a box, with its name for who points at it or hears it.
import { brandName } from "../shared/session";

/** 'UG' of US Games, 'FI' of Fieldhouse. */
const letters = (name: string) => {
  const [first = "", second] = name.split(/\s+/);
  return (second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2)).toUpperCase();
};

export function BrandMark({ site }: { site: string }) {
  const name = brandName(site);
  return (
    <abbr
      title={name}
      className="inline-grid h-5 w-7 shrink-0 place-items-center rounded border border-line bg-alt font-semibold text-[11px] text-muted no-underline"
    >
      <span aria-hidden="true">{letters(name)}</span>
      <span className="sr-only">{name}</span>
    </abbr>
  );
}
