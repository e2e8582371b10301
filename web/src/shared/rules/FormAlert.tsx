// What is said at the top of a form that was sent too early or refused; announced at once. A refusal is scrolled to and
// focused; of fields that need attention the first one is.
import { Icon } from "../../ui/Icon";
import { useTold } from "../../ui/told";

export function FormAlert({ count, refusal }: { count: number; refusal: string }) {
  const place = useTold<HTMLDivElement>(refusal);
  const sentence =
    refusal ||
    (count === 1 ? "1 field needs your attention." : count > 1 ? `${count} fields need your attention.` : "");
  return (
    <div ref={place} role="alert" tabIndex={-1} className="outline-none">
      {sentence ? (
        <p className="mt-4 flex items-start gap-3 rounded-brand border border-danger bg-danger-soft px-4 py-3 font-medium text-danger">
          <Icon name="attention" className="mt-0.5 size-5" />
          {sentence}
        </p>
      ) : null}
    </div>
  );
}
