// Brings a page to life once it can be seen: its scripts are fetched after the first paint, so that text and pictures
// do not share a slow line with them. At once where there is nothing to see without them, and at the first touch.
{
  // What the files must hold stands beside their names, first that of `script`: whatever else comes is not run.
  const { script, modules, wasm, integrity } = document.currentScript.dataset;
  const touches = ["pointerdown", "keydown", "touchstart"];
  /** A picture that does not come must not keep the page from living. */
  const patience = 3000;
  let begun = false;

  const link = (rel, href, more) =>
    document.head.append(Object.assign(document.createElement("link"), { rel, href }, more));
  const list = (text) => (text ? text.split(" ") : []);
  const [own, ...others] = integrity.split(" ");

  const begin = () => {
    if (begun) return;
    begun = true;
    for (const touch of touches) removeEventListener(touch, begin, true);
    list(modules).forEach((href, nth) => {
      link("modulepreload", href, { integrity: others[nth] });
    });
    for (const href of list(wasm)) link("preload", href, { as: "fetch", type: "application/wasm", crossOrigin: "" });
    const { page } = root.dataset;
    if (page) link("preload", page, { as: "fetch", type: "application/json", crossOrigin: "" });
    const made = document.createElement("script");
    document.head.append(Object.assign(made, { type: "module", src: script, integrity: own }));
  };
  /** Once the browser has nothing to do. */
  const whenIdle = () => ("requestIdleCallback" in window ? requestIdleCallback(begin, { timeout: 500 }) : begin());
  /**
   * Two frames after everything that belongs to the first sight has come, and once the browser says that the picture
   * asked for first is on the screen: a slow machine draws it later than its frame. Some browsers do not say it, and
   * it is never said of a picture smaller than a text; then a moment is enough.
   */
  const afterPaint = () => requestAnimationFrame(() => requestAnimationFrame(whenShown));
  const aMoment = 400;
  const whenShown = () => {
    const largest = "largest-contentful-paint";
    const says = window.PerformanceObserver?.supportedEntryTypes?.includes(largest);
    const first = "img[fetchpriority=high]";
    if (!says || !root.querySelector(first)) return whenIdle();
    const observer = new PerformanceObserver((seen) => {
      if (seen.getEntries().some(({ element }) => element?.matches(first))) whenIdle();
    });
    observer.observe({ type: largest, buffered: true });
    setTimeout(whenIdle, aMoment);
  };

  const root = document.getElementById("root");
  const shown = root.querySelector("main");
  if (!shown || shown.querySelector("[data-starts-at-once]")) begin();
  else {
    for (const touch of touches) addEventListener(touch, begin, true);
    if (document.readyState === "complete") afterPaint();
    else addEventListener("load", afterPaint, { once: true });
    setTimeout(begin, patience);
  }
}
