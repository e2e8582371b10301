// The quick-edit drawer: a product's size grid with what is in the cart of it, changed all at once (cart §2).
import type { CartCardView, CartView, ProductView, Site, SizeView } from "@fieldhouse/rules";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useApi } from "../../api/queries";
import { apiUrls } from "../../api/urls";
import { useShell } from "../../app/site";
import { Button } from "../../ui/Button";
import { Drawer } from "../../ui/Dialog";
import { FieldError } from "../../ui/Field";
import { LoadingShape, Skeleton } from "../../ui/Skeleton";
import { useToast } from "../../ui/Toast";
import { type DraftLine, evaluateDraft, judge, sizesOf } from "../catalog/add-draft";
import { SizeGrid } from "../catalog/SizeGrid";
import { VariantPickers } from "../catalog/VariantPickers";
import { usePersonalPrices } from "../pricing/personal-prices";
import { trackRemoveFromCart } from "./analytics";
import { addLines, sentenceOf, useCart, useCartQueue } from "./api";
import type { CartQueue } from "./cart-queue";

interface Props {
  card: CartCardView;
  onClose: () => void;
}

export default function QuickEdit({ card, onClose }: Props) {
  const { data: product, error } = useApi<ProductView>(apiUrls.quickEdit(card.sku));
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
        <Editor product={product} cart={cart} sku={card.sku} site={brand.site} onClose={onClose} />
      ) : (
        <LoadingShape label="Loading sizes">
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
  site: Site;
  onClose: () => void;
}

function Editor({ product, cart, sku, site, onClose }: EditorProps) {
  const client = useQueryClient();
  const queue = useCartQueue();
  const toast = useToast();
  const inCart = useMemo(() => linesOf(cart, product.id), [cart, product.id]);
  const [selected, setSelected] = useState(() => Math.max(0, groupOf(product, sku)));
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries([...inCart].map(([key, { line }]) => [key, String(line.quantity)])),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState("");
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const sentBack = useRef("");

  const typed = sizesOf(product).map(({ size }) => ({ key: size.sku, sku: size.sku, text: texts[size.sku] ?? "" }));
  const skus = useMemo(() => sizesOf(product).map(({ size }) => size.sku), [product]);
  const personal = usePersonalPrices(skus);
  const outcome = evaluateDraft(product, selected, typed, "grid", site, personal);
  const rows = product.variants.flatMap((group, index) =>
    index === selected || group.sizes.some((size) => (texts[size.sku] ?? "") !== "") ? [index] : [],
  );

  function leave(size: SizeView, input: HTMLInputElement): void {
    const { error } = judge(input.value, size, "grid");
    setErrors(({ [size.sku]: _gone, ...rest }) => (error ? { ...rest, [size.sku]: error.message } : rest));
    const said = `${size.sku}=${input.value}`;
    // A second leaving with the same text is meant: nobody is held in a field.
    if (error && sentBack.current !== said) {
      sentBack.current = said;
      requestAnimationFrame(() => input.focus());
    }
  }

  async function save(): Promise<void> {
    const broken = outcome.lines.flatMap((line) => (line.error ? [[line.sku, line.error.message] as const] : []));
    setErrors(Object.fromEntries(broken));
    if (broken.length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    setPending(true);
    setMessage("");
    const refused = await applyChanges(client, queue, outcome.lines, inCart);
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
          errors={errors}
          outcome={outcome}
          personal={personal}
          onType={(key, text) => {
            setTexts((before) => ({ ...before, [key]: text }));
            setErrors(({ [key]: _gone, ...rest }) => rest);
          }}
          onLeave={leave}
        />
      </div>
      <div role="alert" className="mt-3">
        <FieldError error={message || undefined} />
      </div>
      <Button type="submit" tone="action" size="large" wide pending={pending} className="mt-3">
        Update Cart
      </Button>
    </form>
  );
}

type InCart = ReadonlyMap<string, { card: CartCardView; line: CartCardView["lineItems"][number] }>;

/** What the cart holds of a product, by sku. Lines with texts of their own are not for the grid. */
function linesOf(cart: CartView, productId: string): InCart {
  const found: [string, { card: CartCardView; line: CartCardView["lineItems"][number] }][] = [];
  for (const card of cart.items) {
    if (card.id !== productId) continue;
    for (const line of card.lineItems) if (line.freeForm.length === 0) found.push([line.sku, { card, line }]);
  }
  return new Map(found);
}

function groupOf(product: ProductView, sku: string): number {
  return product.variants.findIndex((group) => group.sizes.some((size) => size.sku === sku));
}

/** Sets, takes out and adds what differs; answers with the first refusal's sentence, or "". */
async function applyChanges(
  client: QueryClient,
  queue: CartQueue,
  lines: readonly DraftLine[],
  inCart: InCart,
): Promise<string> {
  const wanted = new Map(lines.map((line) => [line.sku, line.quantity]));
  const touched: string[] = [];
  for (const [sku, { card, line }] of inCart) {
    const quantity = wanted.get(sku) ?? 0;
    if (quantity === line.quantity) continue;
    touched.push(line.lineItemId);
    if (quantity > 0) void queue.setQuantity(line.lineItemId, quantity);
    else void queue.remove([line.lineItemId]).then((gone) => gone && trackRemoveFromCart(card, [line], line.linePrice));
  }
  const added = lines
    .filter((line) => line.quantity > 0 && !inCart.has(line.sku))
    .map(({ sku, quantity }) => ({ sku, quantity, freeForm: [] }));
  try {
    if (added.length > 0) await addLines(client, added);
  } catch (failure) {
    return sentenceOf(failure);
  }
  await queue.settled();
  return touched.map((id) => queue.line(id)?.problem ?? "").find((problem) => problem !== "") ?? "";
}
