// The hero's value props, stacked or fading in. On phones the fading ones take turns every 3000 ms,
// unless reduced motion is preferred or there is at most one (shell §4).
import clsx from "clsx";
import { useEffect, useState } from "react";
import { Icon } from "../../../ui/Icon";
import { heroTurn, phoneQuery, reducedMotionQuery } from "../../../ui/timings";

export function ValueProps({ props, fading }: { props: readonly string[]; fading: boolean }) {
  const [active, setActive] = useState<number | undefined>(undefined);
  const [held, setHeld] = useState(false);
  const count = props.length;
  useEffect(() => {
    if (!fading || count < 2 || !window.matchMedia(phoneQuery).matches || window.matchMedia(reducedMotionQuery).matches)
      return;
    setActive((before) => before ?? 0);
    if (held) return;
    const timer = setInterval(() => setActive((before) => ((before ?? 0) + 1) % count), heroTurn);
    return () => clearInterval(timer);
  }, [fading, count, held]);

  if (count === 0) return null;
  return (
    <div className="relative mt-8">
      <ul className={clsx(active === undefined ? "space-y-2" : "grid", fading && count > 1 && "takes-turns")}>
        {props.map((text, index) => (
          <li
            key={text}
            aria-hidden={active === undefined || active === index ? undefined : true}
            className={clsx(
              "flex items-start gap-2.5 font-medium transition-opacity duration-700",
              active !== undefined && "col-start-1 row-start-1",
              active !== undefined && active !== index && "opacity-0",
            )}
          >
            <Icon name="check" className="mt-0.5 size-5" />
            {text}
          </li>
        ))}
      </ul>
      {active === undefined ? null : (
        <button
          type="button"
          onClick={() => setHeld(!held)}
          className="-top-2.5 absolute right-0 min-h-11 px-2 text-sm underline"
        >
          {held ? "Play" : "Pause"}
        </button>
      )}
    </div>
  );
}
