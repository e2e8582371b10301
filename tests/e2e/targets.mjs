// What a finger must hit: how large the place is that answers a touch (WCAG 2.2 AA 2.5.8, look: 44 px on touch).

/**
 * Controls whose touchable place is smaller than it should be: 44 px for controls, 24 px for links among others.
 * Links inside running text are exempt. Runs in the page.
 */
export function smallTargets() {
  const found = [];
  const answers = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || (hit.closest("label")?.control ?? null) === element);
  };
  const inText = (element) => {
    if (getComputedStyle(element).display !== "inline") return false;
    const around = element.closest("p, li, dd, td, span, div");
    return around !== null && around.textContent.trim().length > element.textContent.trim().length;
  };
  for (const element of document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [role=button], [role=tab]",
  )) {
    if (
      element.matches(":disabled") ||
      element.closest("[inert], [aria-hidden=true]") ||
      !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    )
      continue;
    if (element.classList.contains("sr-only") || element.closest(".sr-only") || inText(element)) continue;
    element.scrollIntoView({ block: "center", inline: "nearest" });
    const label = element.matches("[type=checkbox], [type=radio]") ? element.closest("label") : null;
    const { left, top, width, height } = (label ?? element).getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const [x, y] = [left + width / 2, top + height / 2];
    // Covered by something that stays in place, such as a bar at the window's foot: it is reached by scrolling.
    if (x < 0 || x > innerWidth || y < 0 || y > innerHeight || !answers(element, x, y)) continue;
    const least = element.matches("a") ? 24 : 44;
    const reach = least / 2 - 1;
    // Wide ones need the height alone, and the other way round.
    const tall = height >= least || (answers(element, x, y - reach) && answers(element, x, y + reach));
    const wide = width >= least || (answers(element, x - reach, y) && answers(element, x + reach, y));
    if (!tall || !wide) {
      const name = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
      found.push(`${element.localName} "${name}" ${Math.round(width)} × ${Math.round(height)}`);
    }
  }
  return [...new Set(found)];
}
