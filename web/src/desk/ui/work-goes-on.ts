// Where the focus goes once what had it is gone, as a button that did its act: near where it was, else to the top of the page.
const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";

/** Remembers where something stands; the answer says where to go on from there. */
export function placeOf(element: Element | null): () => HTMLElement | null {
  const around: Element[] = [];
  for (let at = element?.parentElement; at && at.tagName !== "MAIN"; at = at.parentElement) around.push(at);
  return () => {
    if (element instanceof HTMLElement && element.isConnected) return element;
    // What is left of where it stood, as its shipment or its row: the page's own frame is the top.
    const left = around.find((one) => one.isConnected && one.matches("li, tr, section, fieldset"));
    return left?.querySelector<HTMLElement>(FOCUSABLE) ?? document.querySelector<HTMLElement>("main h1");
  };
}
