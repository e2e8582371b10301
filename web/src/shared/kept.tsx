// Parts of a page whose markup is the same whenever they show the same: tiles, the header, a filter's rows. The page renderer
// is an interpreter, to which every element counts: it draws them once, keeps their text and puts it in. Browsers draw them
// like everything else. No part of these may use `useId`: its text would name another place of the page.
import { Fragment, type ReactNode } from "react";

/** Draws a part alone, as it would be drawn within the page. */
export type Draw = (part: ReactNode) => string;

let draw: Draw | undefined;
const texts = new Map<string, string>();
let characters = 0;

/** Characters of what is kept, with what it is known by; the oldest give way. */
const MOST = 2_000_000;

/** From now on what is drawn is kept; without a `Draw` nothing is. */
export function keepWhatIs(by: Draw | undefined): void {
  draw = by;
  texts.clear();
  characters = 0;
}

/** Pictures that are fetched first: React says so before the markup, and so it is said before the page's. */
const ahead = new Set<string>();

/** What stands before the page that was drawn last. */
export function takeAhead(): string {
  const links = [...ahead].join("");
  ahead.clear();
  return links;
}

function withoutAhead(text: string): string {
  if (!text.startsWith("<link ")) return text;
  const [links = ""] = /^(?:<link [^>]*>)*/.exec(text) ?? [];
  for (const link of links.split(/(?<=>)/)) ahead.add(link);
  return text.slice(links.length);
}

/** Things that are known by a number: whatever is the same thing shows the same. */
const numbers = new WeakMap<object, string>();
let numbered = 0;

/** From now on `thing` stands for all that is in it; it must not change. */
export function numberThing(thing: object): void {
  numbered += 1;
  numbers.set(thing, `${numbered}`);
}

/** What is shown, as text. */
const written = (of: readonly unknown[]) =>
  of.map((each) => numbers.get(each as object) ?? JSON.stringify(each)).join("\n");

function kept(of: string, make: () => string): string {
  const known = texts.get(of);
  if (known !== undefined) return known;
  const made = make();
  texts.set(of, made);
  characters += of.length + made.length;
  for (const [oldest, text] of texts) {
    if (characters <= MOST) break;
    texts.delete(oldest);
    characters -= oldest.length + text.length;
  }
  return made;
}

type Holder = "div" | "li" | "summary" | "ul";

interface KeptProps {
  as: Holder;
  className?: string | undefined;
  /** All that `children` show. */
  of: readonly unknown[];
  children: ReactNode;
}

/** An element whose content is the same as long as `of` is. */
export function Kept({ as: Holder, className, of, children }: KeptProps) {
  const by = __PAGE_RENDERER__ ? draw : undefined;
  if (!by) return <Holder className={className}>{children}</Holder>;
  const __html = withoutAhead(kept(written(of), () => by(children)));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by the renderer itself a moment ago
  return <Holder className={className} dangerouslySetInnerHTML={{ __html }} />;
}

interface KeptRowsProps<Row> {
  as: Holder;
  className?: string | undefined;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** All that a row shows but for its holes. */
  of: (row: Row) => readonly unknown[];
  /** Texts that differ from page to page. Never the beginning of an address: what is dangerous there goes unseen. */
  holes: (row: Row) => readonly string[];
  children: (row: Row, holes: readonly string[]) => ReactNode;
}

/** Stands for a text that is put in later; nothing that is shown has it. */
const HOLE = "\u0001";

/** An element of rows that are the same but for a few texts. */
export function KeptRows<Row>({ as: Holder, className, rows, keyOf, of, holes, children }: KeptRowsProps<Row>) {
  const by = __PAGE_RENDERER__ ? draw : undefined;
  if (!by) {
    return (
      <Holder className={className}>
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>{children(row, holes(row))}</Fragment>
        ))}
      </Holder>
    );
  }
  const filled = (row: Row) => {
    const own = holes(row);
    const blank = own.map((_, nth) => HOLE + nth + HOLE);
    // Texts, and between them which hole is there: in markup they stand in another order, some twice.
    const parts = kept(written(of(row)), () => by(children(row, blank))).split(HOLE);
    const whole = parts.every((part, at) => at % 2 === 0 || own[Number(part)] !== undefined);
    if (!whole || parts.length % 2 === 0) return by(children(row, own));
    return parts.map((part, at) => (at % 2 === 0 ? part : escaped(own[Number(part)] ?? ""))).join("");
  };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as above, and what is put in is escaped
  return <Holder className={className} dangerouslySetInnerHTML={{ __html: rows.map(filled).join("") }} />;
}

const unsafe: Record<string, string> = { "&": "&amp;", '"': "&quot;", "'": "&#x27;", "<": "&lt;", ">": "&gt;" };

/** A text as React writes it. */
const escaped = (text: string) => text.replace(/[&"'<>]/g, (character) => unsafe[character] ?? "");
