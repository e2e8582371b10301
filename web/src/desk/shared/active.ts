// Whether somebody sits at the desk: what asks by itself asks only then, so that a desk that is left ends its session as it
// should.
import { useEffect, useState } from "react";

/** Who touched nothing for this long has gone. */
const quiet = 5 * 60_000;

export function useActive(): boolean {
  const [active, setActive] = useState(true);
  useEffect(() => {
    let timer = setTimeout(() => setActive(false), quiet);
    const touched = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setActive(false), quiet);
      setActive(!document.hidden);
    };
    const signs = ["pointerdown", "pointermove", "keydown", "wheel", "visibilitychange"] as const;
    for (const sign of signs) document.addEventListener(sign, touched, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) document.removeEventListener(sign, touched);
    };
  }, []);
  return active;
}
