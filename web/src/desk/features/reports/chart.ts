// Where the lines of a chart go. Amounts are only placed here, never added: what stands beside them comes of the server.

/** The height of the drawing, in units of its own; its width is 1,000. */
export const height = 200;
const width = 1_000;

export interface Scale {
  /** The amounts at the edges. */
  top: number;
  bottom: number;
  /** Amounts that have a line across. */
  ticks: number[];
}

/** A step that people count by, 1, 2 or 5 with zeros, of which few fit between the edges. */
function step(span: number): number {
  const rough = Math.max(span / 4, 100);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
}

/** From nothing, or from below it, to above the largest. */
export function scaleOf(values: readonly number[]): Scale {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const size = step(most - least);
  const top = Math.max(1, Math.ceil(most / size)) * size;
  const bottom = Math.floor(least / size) * size;
  const ticks = Array.from({ length: Math.round((top - bottom) / size) + 1 }, (_, nth) => bottom + nth * size);
  return { top, bottom, ticks };
}

export const across = (nth: number, points: number) => (points < 2 ? width / 2 : (nth * width) / (points - 1));
export const up = (value: number, { top, bottom }: Scale) => height - ((value - bottom) / (top - bottom)) * height;

/** A line through values that stand side by side; a single one is a short stroke. */
export function pathOf(values: readonly number[], scale: Scale): string {
  const points = values.length === 1 ? [...values, ...values] : values;
  const place = (value: number, nth: number) =>
    `${across(nth, points.length).toFixed(1)} ${up(value, scale).toFixed(1)}`;
  return points.map((value, nth) => `${nth === 0 ? "M" : "L"}${place(value, nth)}`).join("");
}

/** Which of some points stands nearest to a part of the width. */
export function nearest(part: number, points: number): number {
  return Math.min(points - 1, Math.max(0, Math.round(part * (points - 1))));
}
