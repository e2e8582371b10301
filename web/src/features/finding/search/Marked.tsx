// A text with the stretches that matched. Offsets count Unicode characters, and nothing is ever HTML.
import type { HighlightView } from "@fieldhouse/rules";
import { Fragment } from "react";

export function Marked({ text, marks }: { text: string; marks: readonly HighlightView[] }) {
  const characters = Array.from(text);
  const parts: { at: number; text: string; marked: boolean }[] = [];
  let reached = 0;
  for (const { start, end } of [...marks].sort((left, right) => left.start - right.start)) {
    const from = Math.max(start, reached);
    const to = Math.min(end, characters.length);
    if (to <= from) continue;
    if (from > reached) parts.push({ at: reached, text: characters.slice(reached, from).join(""), marked: false });
    parts.push({ at: from, text: characters.slice(from, to).join(""), marked: true });
    reached = to;
  }
  if (reached < characters.length) parts.push({ at: reached, text: characters.slice(reached).join(""), marked: false });
  return parts.map((part) =>
    part.marked ? (
      <mark
        key={part.at}
        className="bg-transparent font-bold text-ink underline decoration-2 decoration-action underline-offset-3"
      >
        {part.text}
      </mark>
    ) : (
      <Fragment key={part.at}>{part.text}</Fragment>
    ),
  );
}
