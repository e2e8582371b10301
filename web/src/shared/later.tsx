// Parts of a page that come to life after the rest of it: what is far down, and what is rarely pressed. Their markup comes
// with the page and stays as it is until their own scripts are there; the page renderer draws them like everything else. What
// they know of the shopper they show once they live (`useHydrated`): by then it may have come for another part.
import { type ComponentType, lazy, memo, Suspense, useEffect } from "react";

/** Parts have properties of their own. */
const drawn = new Map<string, ComponentType<never>>();

/** Gives the page renderer the parts, by the names they have here. */
export function drawAtOnce(parts: Record<string, ComponentType<never>>): void {
  for (const [name, part] of Object.entries(parts)) drawn.set(name, part);
}

/** Parts on the page whose scripts have not come yet; `html[data-whole]` where there are none. */
let waiting = 0;

function wait(parts: 1 | -1): void {
  waiting += parts;
  const { dataset } = document.documentElement;
  if (waiting === 0) dataset.whole = "";
  else delete dataset.whole;
}

/** Beside a part, so that it is there when the part is. */
function Came() {
  useEffect(() => {
    wait(-1);
    return () => wait(1);
  }, []);
  return null;
}

/**
 * A part that is loaded once the page around it is alive. Of the same properties it is not drawn again: what waits for its
 * scripts would have to be drawn anew.
 */
export function later<Props extends object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Loaded = lazy(load);
  function Later(props: Props) {
    const Part = (drawn.get(name) as ComponentType<Props> | undefined) ?? Loaded;
    useEffect(() => {
      wait(1);
      return () => wait(-1);
    }, []);
    return (
      <Suspense fallback={null}>
        <Part {...props} />
        <Came />
      </Suspense>
    );
  }
  return memo(Later) as unknown as ComponentType<Props>;
}

interface Wanted<Props> {
  Part: ComponentType<Props>;
  /** Has it there before it is wanted. */
  preload: () => void;
}

/** A part that is loaded when it is wanted, and drawn at once where it was foreseen. The page renderer draws nothing of it. */
export function wanted<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Wanted<Props> {
  if (__PAGE_RENDERER__) return { Part: () => null, preload: () => undefined };
  let loaded: { default: ComponentType<Props> } | undefined;
  const fetched = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Part = lazy(() => {
    const there = loaded;
    if (there === undefined) return fetched();
    // What is there needs no turn of its own: nothing is drawn twice.
    // biome-ignore lint/suspicious/noThenProperty: what React takes for a promise, kept at once
    return { then: (use: (module: typeof there) => void) => use(there) } as unknown as ReturnType<typeof load>;
  });
  // What does not come is asked for again when it is wanted.
  return { Part: Part as unknown as ComponentType<Props>, preload: () => void fetched().catch(() => undefined) };
}
