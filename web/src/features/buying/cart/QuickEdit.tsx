// The quick-edit drawer: a product's size grid with what is in the cart of it and the texts of each piece, changed all
// at once (cart §2).
import type {
  AddLineDraft,
  CartCardView,
  CartView,
  LineView,
  ProductView,
  FieldError as RuleError,
  Site,
  SizeView,
} from "@fieldhouse/rules";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { sentenceOf } from "../../../shared/failures";
import { useApi } from "../../../shared/queries";
import { useSentBack } from "../../../shared/sent-back";
import { useShell } from "../../../shared/site";
import { Button } from "../../../ui/Button";
import { Drawer } from "../../../ui/Dialog";
import { FieldError } from "../../../ui/Field";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { useToast } from "../../../ui/Toast";
import { brokenRules, type DraftLine, evaluateDraft, judge, sizesOf } from "../../finding/catalog/add-draft";
import FreeFormSection, { type FreeFormState, freeFormOf } from "../../finding/catalog/FreeFormFields";
import { SizeGrid } from "../../finding/catalog/SizeGrid";
import { VariantPickers } from "../../finding/catalog/VariantPickers";
import { usePersonalPrices } from "../pricing/personal-prices";
import { trackRemoveFromCart } from "./analytics";
import { addLines, useCart, useCartQueue } from "./api";
import type { CartQueue } from "./cart-queue";
import { choicesOf } from "./line-name";

/** What the drawer is opened for: the whole card, or another number of pieces of a line with texts. */
export interface EditStart {
  line?: LineView;
  quantity?: number;
}

interface Props {
  card: CartCardView;
  start: EditStart;
  onClose: () => void;
}

export default function QuickEdit({ card, start, onClose }: Props) {
  const { data: product, error } = useApi(apiUrls.quickEdit(card.sku));
  const { data: cart } = useCart();
  const { brand } = useShell();
  // Logged and nothing shown: the quantities can be changed on the card as well (cart §8).
  useEffect(() => {
    if (!error) return;
    console.warn("quick edit could not load", card.sku, error);
    onClose();
  }, [error, card.sku, onClose]);
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Edit ${card.name}`}
      className="max-w-3xl!"
    >
      {product && cart ? (
        <Editor
          product={product}
          cart={cart}
          sku={start.line?.sku ?? card.sku}
          start={start}
          site={brand.site}
          onClose={onClose}
        />
      ) : (
        <LoadingShape label={`Loading ${choicesOf(card)}`}>
          <div className="grid gap-3 p-4">
            <Skeleton className="h-16" />
            <Skeleton className="h-40" />
          </div>
        </LoadingShape>
      )}
    </Drawer>
  );
}

interface EditorProps {
  product: ProductView;
  cart: CartView;
  sku: string;
  start: EditStart;
  site: Site;
  onClose: () => void;
}

function Editor({ product, cart, sku, start, site, onClose }: EditorProps) {
  const client = useQueryClient();
  const queue = useCartQueue();
  const toast = useToast();
  const labels = product.freeFormOptions;
  const inCart = useMemo(() => linesOf(cart, product), [cart, product]);
  const [selected, setSelected] = useState(() => Math.max(0, groupOf(product, sku)));
  const [texts, setTexts] = useState<Record<string, string>>(() => quantitiesOf(inCart, start));
  const [freeForm, setFreeForm] = useState<Record<string, FreeFormState>>(() =>
    Object.fromEntries([...inCart].map(([key, { lines }]) => [key, textsOf(lines)])),
  );
  const [errors, setErrors] = useState<Record<string, RuleError[]>>({});
  const [message, setMessage] = useState(() => askedFor(start));
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const sendBack = useSentBack();

  const typed = sizesOf(product).map(({ size }) => ({ key: size.sku, sku: size.sku, text: texts[size.sku] ?? "" }));
  const skus = useMemo(() => sizesOf(product).map(({ size }) => size.sku), [product]);
  const personal = usePersonalPrices(skus);
  const outcome = evaluateDraft(product, selected, typed, "grid", site, personal);
  const rows = product.variants.flatMap((group, index) =>
    index === selected || group.sizes.some((size) => (texts[size.sku] ?? "") !== "") ? [index] : [],
  );
  const entriesOf = (line: DraftLine) => freeFormOf(freeForm[line.sku], line.quantity, labels);

  // Whoever asked for another piece types its text at once.
  useEffect(() => {
    if (!start.line) return;
    const { sku } = start.line;
    const all = form.current?.querySelectorAll<HTMLInputElement>("[data-free-form]") ?? [];
    const fields = [...all].filter((field) => field.dataset.freeForm?.startsWith(`${sku}:`));
    const blank = fields.find((field) => field.value === "") ?? fields[0];
    requestAnimationFrame(() => blank?.focus());
  }, [start]);

  const setOwnErrors = (key: string, found: RuleError[]) =>
    setErrors(({ [key]: _gone, ...rest }) => (found.length > 0 ? { ...rest, [key]: found } : rest));

  function leave(size: SizeView, input: HTMLInputElement): void {
    const { error } = judge(input.value, size, "grid");
    setOwnErrors(size.sku, error ? [error] : []);
    if (error) sendBack(size.sku, input);
  }

  /** One piece less: that with the text nobody wants. */
  function removePiece(line: DraftLine, entry: number): void {
    const left = entriesOf(line).filter((_, at) => at !== entry);
    setFreeForm((before) => ({ ...before, [line.sku]: { same: false, entries: left } }));
    setTexts((before) => ({ ...before, [line.sku]: left.length > 0 ? String(left.length) : "" }));
    setOwnErrors(line.sku, []);
    setMessage("");
    // The button that was pressed went with the last one.
    const last = `[data-free-form="${line.sku}:${left.length - 1}.0"]`;
    if (entry === left.length) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(last)?.focus());
  }

  async function save(): Promise<void> {
    const wanted = outcome.lines.map((line) => ({ ...line, freeForm: entriesOf(line) }));
    const changed = wanted.filter((line) => differs(line, inCart.get(line.sku)?.lines ?? []));
    // What stays as it is may lie in the cart with a fault of its own: it does not keep the rest from being saved.
    const broken = changed.flatMap((line) => {
      const found = brokenRules(product, site, line, line.freeForm);
      return found.length > 0 ? [[line.sku, found] as const] : [];
    });
    setErrors(Object.fromEntries(broken));
    if (broken.length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    setPending(true);
    setMessage("");
    const kept = new Set(wanted.map((line) => line.sku));
    const gone = [...inCart].flatMap(([key, held]) => (kept.has(key) ? [] : [held]));
    const refused = await applyChanges(client, queue, changed, gone, inCart);
    setPending(false);
    if (refused) {
      setMessage(refused);
      return;
    }
    toast("Your cart is updated", "good");
    onClose();
  }

  return (
    <form
      ref={form}
      noValidate
      className="p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void save();
      }}
    >
      <VariantPickers product={product} selected={selected} onSelect={setSelected} />
      <div className="mt-5">
        <SizeGrid
          product={product}
          rows={rows}
          selected={selected}
          texts={texts}
          errors={sentencesOf(errors)}
          outcome={outcome}
          personal={personal}
          onType={(key, text) => {
            setTexts((before) => ({ ...before, [key]: text }));
            setOwnErrors(key, []);
          }}
          onLeave={leave}
        />
      </div>
      <FreeFormSection
        lines={outcome.lines}
        labels={labels}
        states={freeForm}
        errors={errors}
        onChange={(line, state) => {
          setFreeForm((before) => ({ ...before, [line.sku]: state }));
          setOwnErrors(line.sku, []);
        }}
        onRemovePiece={removePiece}
      />
      <div role="alert" className="mt-3">
        <FieldError error={message || undefined} />
      </div>
      <Button type="submit" tone="action" size="large" wide pending={pending} className="mt-3">
        Update Cart
      </Button>
    </form>
  );
}

interface Held {
  card: CartCardView;
  lines: LineView[];
}

type InCart = ReadonlyMap<string, Held>;

/** What the cart holds of a product, by sku; several lines of one where their texts differ. */
function linesOf(cart: CartView, product: ProductView): InCart {
  const found = new Map<string, Held>();
  for (const card of cart.items) {
    if (card.id !== product.id) continue;
    for (const line of card.lineItems) {
      const held = found.get(line.sku);
      if (held) held.lines.push(line);
      else found.set(line.sku, { card, lines: [line] });
    }
  }
  return found;
}

const piecesOf = (lines: readonly LineView[]) => lines.reduce((pieces, line) => pieces + line.quantity, 0);

/** The quantities the drawer begins with: the cart's, with the pieces that were asked for. */
function quantitiesOf(inCart: InCart, { line, quantity = 0 }: EditStart): Record<string, string> {
  const more = line ? Math.max(0, quantity - line.quantity) : 0;
  return Object.fromEntries(
    [...inCart].map(([key, { lines }]) => [key, String(piecesOf(lines) + (key === line?.sku ? more : 0))]),
  );
}

/** Why the drawer opened when fewer pieces were asked for. */
function askedFor({ line, quantity }: EditStart): string {
  return line && quantity !== undefined && quantity < line.quantity ? "Remove the pieces you no longer want." : "";
}

/** The texts of a sku's pieces, in the order of its lines. */
function textsOf(lines: readonly LineView[]): FreeFormState {
  const [only, ...more] = lines;
  if (only && more.length === 0 && only.freeForm.length === 1) {
    return { same: only.quantity > 1, entries: only.freeForm };
  }
  const ofPieces = (line: LineView) =>
    line.freeForm.length === 1 ? Array.from({ length: line.quantity }, () => line.freeForm[0] ?? []) : line.freeForm;
  return { same: false, entries: lines.flatMap(ofPieces) };
}

function differs(line: DraftLine & { freeForm: string[][] }, lines: readonly LineView[]): boolean {
  if (line.error || line.quantity !== piecesOf(lines)) return true;
  const before = freeFormOf(textsOf(lines), line.quantity, line.freeForm[0] ?? []);
  return JSON.stringify(before) !== JSON.stringify(line.freeForm);
}

function sentencesOf(errors: Readonly<Record<string, RuleError[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([key, found]) => {
      const own = found.filter((error) => !error.field.startsWith("freeForm.")).map((error) => error.message);
      return own.length > 0 ? [[key, own.join(" ")]] : [];
    }),
  );
}

function groupOf(product: ProductView, sku: string): number {
  return product.variants.findIndex((group) => group.sizes.some((size) => size.sku === sku));
}

/** Sets, takes out and adds what differs; answers with the first refusal's sentence, or "". */
async function applyChanges(
  client: QueryClient,
  queue: CartQueue,
  changed: readonly (DraftLine & { freeForm: string[][] })[],
  gone: readonly Held[],
  inCart: InCart,
): Promise<string> {
  const touched: string[] = [];
  const remove = (card: CartCardView, lines: LineView[]) => {
    const ids = lines.map((line) => line.lineItemId);
    touched.push(...ids);
    void queue.remove(ids).then((change) => {
      if (change) for (const line of lines) trackRemoveFromCart(card, [line], line.linePrice);
    });
  };
  const added: AddLineDraft[] = [];
  for (const { card, lines } of gone) remove(card, lines);
  for (const { sku, quantity, freeForm } of changed) {
    const held = inCart.get(sku);
    const [first, ...others] = held?.lines ?? [];
    if (!held || !first) {
      added.push({ sku, quantity, freeForm });
      continue;
    }
    touched.push(first.lineItemId);
    await queue.setQuantity(first.lineItemId, quantity, freeForm.length > 0 ? freeForm : undefined);
    // Lines of the same size become one, with a text a piece; none is taken out before its pieces stand there.
    if (queue.line(first.lineItemId)?.problem === undefined && others.length > 0) remove(held.card, others);
  }
  try {
    if (added.length > 0) await addLines(client, added);
  } catch (failure) {
    return sentenceOf(failure);
  }
  await queue.settled();
  return touched.map((id) => queue.line(id)?.problem ?? "").find((problem) => problem !== "") ?? "";
}
