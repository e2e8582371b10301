// Every timing and step the specification fixes, in one place (shell §4, §9). Styles hold the same values:
// accordion and accordion-panel in styles.css.

/** Hovering an item of the menu opens it after this long. */
export const menuOpenDelay = 150;
/** Leaving a nested panel closes the menu after this long. */
export const menuCloseDelay = 1200;
/** A fading value prop stays this long on phones. */
export const heroTurn = 3000;
/** On phones the hero's animation runs at this speed. */
export const phoneAnimationSpeed = 0.25;
/** Up to this width a screen counts as a phone. */
export const phoneQuery = "(width <= 768px)";
/** Who does not want motion. */
export const reducedMotionQuery = "(prefers-reduced-motion: reduce)";
/** Widest large and small hero logo. */
export const heroLogoWidths = { large: 675, small: 400 } as const;
/** Marketing tiles scroll by this much. */
export const tileStep = 150;
/** Tiles beyond this many stand in a row that scrolls. */
export const tilesBeforeRow = 3;
/** Tiles beyond this many move the bottom call to action. */
export const tilesBeforeMove = 4;
/** Accordions open and close in this time. */
export const accordionTime = 300;
/** Between a tooltip and what it speaks of. */
export const tooltipOffset = 5;
/** Seconds before a preview under the pointer shows. */
export const previewDelaySeconds = 0.2;
