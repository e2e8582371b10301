// What somebody typed into the window that edits an order, and the edit it makes. How many pieces of what at which price may
// be is the rules' to say; here only texts become a draft.
import type {
  AddressFormDraft,
  EditBasis,
  EditPreviewView,
  FieldError,
  OrderEditDraft,
  OrderLineView,
} from "@fieldhouse/rules";
import { previewEdit } from "@fieldhouse/rules/edit";

export interface TypedAdded {
  sku: string;
  quantity: string;
  /** One text a label. */
  texts: string[];
}

/** Fields as they stand; an empty one leaves what is there. */
export interface TypedEdit {
  quantities: Readonly<Record<number, string>>;
  /** Lines that are to cost today's price. */
  today: Readonly<Record<number, boolean>>;
  /** Names and numbers of lines, a row an entry, parted by commas. */
  texts: Readonly<Record<number, string>>;
  added: readonly TypedAdded[];
  address: AddressFormDraft | undefined;
  method: string;
  poNumber: string;
  discount: string;
  discountReason: string;
  note: string;
  reason: string;
}

export const nothing: TypedEdit = {
  quantities: {},
  today: {},
  texts: {},
  added: [],
  address: undefined,
  method: "",
  poNumber: "",
  discount: "",
  discountReason: "",
  note: "",
  reason: "",
};

const isWhole = (text: string) => /^\d{1,9}$/.test(text.trim());

const kept = (line: OrderLineView) => line.ledger.ordered - (line.ledger.cancelled ?? 0);

/**
 * Names and numbers of a line as they are typed: a row an entry, parted by commas. They are told with their labels, and of
 * those for several pieces with how many; nothing where that cannot be read back for sure.
 */
export function heldTexts(line: OrderLineView): string | undefined {
  const { texts } = line;
  const each = Math.floor(kept(line) / texts.length);
  const pieces = each > 1 ? ` (${each} pieces)` : "";
  const entries = texts.map((text) =>
    text
      .slice(0, text.endsWith(pieces) ? text.length - pieces.length : undefined)
      .split(", ")
      .map((part) => /^(.+?): ([^,]*)$/.exec(part) ?? []),
  );
  const labels = entries.map((parts) => parts.map(([, label]) => label));
  // A comma within a name makes another part of it, or none.
  const isRead = labels.flat().every(Boolean) && new Set(labels.map((of) => JSON.stringify(of))).size === 1;
  return isRead ? entries.map((parts) => parts.map(([, , value]) => value).join(", ")).join("\n") : undefined;
}

const entriesOf = (text: string): string[][] =>
  text
    .split("\n")
    .filter((row) => row.trim() !== "")
    .map((row) => row.split(",").map((part) => part.trim()));

/** The fields whose numbers cannot be read, by position. */
export function unreadable(typed: TypedEdit): number[] {
  return Object.entries(typed.quantities)
    .filter(([, text]) => text.trim() !== "" && !isWhole(text))
    .map(([position]) => Number(position));
}

/** The edit that was typed. */
export function draftOf(typed: TypedEdit, lines: readonly OrderLineView[], lineCount: number): OrderEditDraft {
  const changed = lines.flatMap((line) => {
    const text = (typed.quantities[line.position] ?? "").trim();
    const quantity = isWhole(text) ? Number(text) : kept(line);
    // Which price it is to be is asked of a raised line only.
    const today = quantity > kept(line) && typed.today[line.position] === true;
    return quantity === kept(line) ? [] : [{ position: line.position, quantity, today }];
  });
  const added = typed.added.filter(({ sku }) => sku.trim() !== "");
  const more = added.map(({ quantity }, place) => ({
    position: lineCount + place + 1,
    quantity: isWhole(quantity) ? Number(quantity) : 0,
    today: true,
  }));
  const renamed = Object.entries(typed.texts).flatMap(([place, text]) => {
    const position = Number(place);
    const line = lines.find((known) => known.position === position);
    const [freeForm, held] = [entriesOf(text), entriesOf((line && heldTexts(line)) ?? "")];
    // Looked at and left as they are, they are no change.
    return JSON.stringify(freeForm) === JSON.stringify(held) ? [] : [{ position, freeForm }];
  });
  return {
    amounts: { lines: [...changed, ...more], discount: typed.discount, discountReason: typed.discountReason },
    added: added.map(({ sku, texts }) => ({ sku, freeForm: texts.length > 0 ? [texts] : [] })),
    texts: renamed,
    address: typed.address ?? null,
    shippingMethod: typed.method || null,
    poNumber: typed.poNumber || null,
    note: typed.note,
    reason: typed.reason,
  };
}

/** A staged edit as it was typed. */
export function typedOf(draft: OrderEditDraft, lineCount: number): TypedEdit {
  const { amounts, added, texts, address, shippingMethod, poNumber, note, reason } = draft;
  const of = (position: number) => amounts?.lines?.find((line) => line.position === position);
  const there = (amounts?.lines ?? []).filter(({ position }) => position <= lineCount);
  return {
    quantities: Object.fromEntries(there.map(({ position, quantity }) => [position, String(quantity)])),
    today: Object.fromEntries(there.map(({ position, today }) => [position, today === true])),
    texts: Object.fromEntries(
      (texts ?? []).map(({ position, freeForm }) => [
        position,
        (freeForm ?? []).map((entry) => entry.join(", ")).join("\n"),
      ]),
    ),
    added: (added ?? []).map(({ sku, freeForm }, place) => ({
      sku: sku ?? "",
      quantity: String(of(lineCount + place + 1)?.quantity ?? ""),
      texts: freeForm?.[0] ?? [],
    })),
    address: address ?? undefined,
    method: shippingMethod ?? "",
    poNumber: poNumber ?? "",
    discount: amounts?.discount ?? "",
    discountReason: amounts?.discountReason ?? "",
    note: note ?? "",
    reason: reason ?? "",
  };
}

/** What the rule says of the edit by what the server told last; nothing while it lacks a line of it. */
export function foretold(basis: EditBasis, draft: OrderEditDraft): EditPreviewView | undefined {
  const known = new Set(basis.lines.map(({ position }) => position));
  const lines = draft.amounts?.lines ?? [];
  if (lines.some(({ position }) => !known.has(position))) return undefined;
  return previewEdit(basis, draft.amounts ?? {});
}

/** What is wrong with a line that is there: with its pieces, and with its names. */
export function errorsOfLine(
  errors: readonly FieldError[],
  draft: OrderEditDraft,
  position: number,
): { pieces: string | undefined; texts: string | undefined } {
  const place = (draft.amounts?.lines ?? []).findIndex((line) => line.position === position);
  const text = (draft.texts ?? []).findIndex((line) => line.position === position);
  const pieces = errors.filter(({ field }) => field.startsWith(`amounts.lines.${place}.`));
  // So many pieces that cannot be come before names that do not fit as many.
  const [first] = [...pieces.filter(({ code }) => code.startsWith("edit_")), ...pieces];
  return { pieces: first?.message, texts: errors.find(({ field }) => field.startsWith(`texts.${text}.`))?.message };
}
