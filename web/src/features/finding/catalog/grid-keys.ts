// Arrow keys in the size grid, as in a spreadsheet: to the next field that can be typed in.

type Direction = "left" | "right" | "up" | "down" | "start" | "end";

const directions: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "start",
  End: "end",
};

export function directionOf(key: string): Direction | undefined {
  return directions[key];
}

/** The cell to go to, or nothing at the border. `open` says which cells can be typed in. */
export function nextCell(
  open: readonly (readonly boolean[])[],
  row: number,
  column: number,
  direction: Direction,
): [row: number, column: number] | undefined {
  const cells = open[row] ?? [];
  if (direction === "up" || direction === "down") {
    const step = direction === "up" ? -1 : 1;
    for (let at = row + step; at >= 0 && at < open.length; at += step) {
      if (open[at]?.[column]) return [at, column];
    }
    return undefined;
  }
  const step = direction === "left" || direction === "end" ? -1 : 1;
  const from = direction === "start" ? 0 : direction === "end" ? cells.length - 1 : column + step;
  for (let at = from; at >= 0 && at < cells.length; at += step) {
    if (cells[at]) return [row, at];
  }
  return undefined;
}

/** True when the caret is where an arrow would leave the text, or everything is selected. */
export function leavesField(input: HTMLInputElement, direction: Direction): boolean {
  const { selectionStart: start, selectionEnd: end, value } = input;
  const whole = start === 0 && end === value.length;
  if (direction === "up" || direction === "down" || whole) return true;
  if (direction === "left" || direction === "start") return end === 0;
  return start === value.length;
}
