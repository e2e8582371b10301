// One line of a card: its size, its quantity to be changed in place, its texts and what is wrong with it.
import { type CartCardView, formatCents, type LineView, stockNote } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { useEffect, useId, useRef, useState } from "react";
import { useToast } from "../../../ui/Toast";
import { ToBeConfirmed } from "../pricing/ToBeConfirmed";
import { isInCart, useCartQueue, useLineState } from "./api";
import { chosenOf, lineName } from "./line-name";
import { PricePair } from "./PricePair";
import { checkTyped } from "./quantity";
import { cartHeadingId } from "./take-out";

interface Props {
  card: CartCardView;
  line: LineView;
  onRemove: (line: LineView) => void;
  /** Another number of pieces than there are texts: which text goes, or comes, is asked for. */
  onTexts: (line: LineView, quantity: number) => void;
}

export function LineChip({ card, line, onRemove, onTexts }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const queue = useCartQueue();
  const state = useLineState(line.lineItemId);
  const field = useRef<HTMLInputElement>(null);
  const described = useId();
  /** What stands in the field while it differs from the cart; null when the cart's own quantity is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [broken, setBroken] = useState("");
  /** The text that was sent back into the field once; a second leave with it is let go, or Tab would be a trap. */
  const sentBack = useRef<string | null>(null);

  const quantity = state?.wanted ?? line.quantity;
  const busy = state?.wanted !== undefined || state?.removing === true;

  // Another window's or the server's quantity replaces what was typed, unless the shopper is at it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new quantity is what this waits for
  useEffect(() => {
    if (document.activeElement !== field.current) {
      setTyped(null);
      setBroken("");
    }
  }, [line.quantity]);

  // Taken out in another window while its quantity was typed here: the field goes, and what was typed is not saved.
  const unsaved = useRef(false);
  unsaved.current = typed !== null && typed !== String(line.quantity);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it goes
  useEffect(() => {
    const { lineItemId } = line;
    return () => {
      const wish = queue.line(lineItemId);
      const wished = unsaved.current || wish?.wanted !== undefined || wish?.problem !== undefined;
      if (!wished || wish?.removing || isInCart(client, lineItemId)) return;
      queue.forget(lineItemId);
      toast(`${name} was removed from your cart in another window. The quantity you typed was not saved.`, "danger");
      document.getElementById(cartHeadingId)?.focus();
    };
  }, []);

  function want(next: number): void {
    queue.forget(line.lineItemId);
    setBroken("");
    setTyped(null);
    sentBack.current = null;
    if (next === 0) onRemove(line);
    else if (next !== line.quantity && hasTextsOfItsOwn(line)) onTexts(line, next);
    else if (next !== (queue.line(line.lineItemId)?.wanted ?? line.quantity))
      void queue.setQuantity(line.lineItemId, next);
  }

  function leave(): void {
    if (typed === null) return;
    const answer = checkTyped(typed, line);
    if (answer.quantity !== undefined) {
      want(answer.quantity);
      return;
    }
    setBroken(answer.message);
    if (answer.message === "") {
      setTyped(null);
      return;
    }
    if (sentBack.current !== typed) {
      sentBack.current = typed;
      // After the browser has finished moving the focus away.
      setTimeout(() => field.current?.focus(), 0);
    }
  }

  function step(by: number): void {
    // From the newest wish, not from what is drawn: presses may come faster than the page is.
    const newest = queue.line(line.lineItemId)?.wanted ?? line.quantity;
    want(Math.max(0, newest + by));
  }

  const unit = Math.max(1, line.deliveryUnit);
  const below = checkTyped(String(Math.max(0, quantity - unit)), line);
  const problem = broken || state?.problem || "";
  const errors = problem ? [problem] : line.errors.map((error) => error.message);
  const name = lineName(card, line);
  // The number of the material is for the warehouse, not for the shopper.
  const attributes = line.attributes.filter((attribute) => attribute.name !== "materialNumber");
  const choice = chosenOf(line);

  const removing = state?.removing === true;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form
    <div
      // The line that came back has the focus: it is called by its name.
      role="group"
      aria-label={name}
      tabIndex={-1}
      data-line={line.lineItemId}
      className={clsx(
        "relative h-full outline-offset-2 rounded-brand border bg-surface p-2 transition-opacity",
        errors.length > 0 ? "border-danger" : "border-line",
        removing && "opacity-50",
      )}
      aria-busy={busy}
    >
      <p className="pr-8 font-bold">{choice}</p>
      <p className="text-muted text-xs wrap-anywhere">{line.sku}</p>
      <p className="whitespace-nowrap">
        <PricePair pair={line.unitPrice} size="small" />
        {line.priceToBeConfirmed ? <ToBeConfirmed /> : null}
      </p>
      <button
        type="button"
        className="absolute right-0 top-0 grid size-9 place-items-center rounded-brand text-muted hover:text-danger pointer-coarse:size-11"
        aria-label={`Remove ${name}`}
        aria-disabled={removing || undefined}
        onClick={() => removing || onRemove(line)}
      >
        <svg viewBox="0 0 16 16" className="size-3.5" aria-hidden="true">
          <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
      <div className="mt-1 flex items-stretch overflow-hidden rounded-brand-sm border border-control">
        <StepButton
          label={`Fewer of ${name}`}
          sign="−"
          disabled={removing || below.quantity === undefined || below.quantity === 0}
          onClick={() => step(-unit)}
        />
        <input
          ref={field}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className="h-9 w-full min-w-0 border-x border-line bg-surface text-center font-semibold tabular-nums pointer-coarse:h-11"
          aria-label={`Quantity of ${name}`}
          aria-invalid={errors.length > 0}
          aria-describedby={errors.length > 0 ? described : undefined}
          value={typed ?? String(quantity)}
          readOnly={removing}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setTyped(event.target.value);
            setBroken("");
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              event.preventDefault();
              sentBack.current = typed;
              leave();
            } else if (event.key === "Escape" && typed !== null) {
              setTyped(null);
              setBroken("");
            } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
              event.preventDefault();
              const by = event.key === "ArrowUp" ? unit : -unit;
              if (removing) return;
              if (by > 0 || (below.quantity !== undefined && below.quantity > 0)) step(by);
            }
          }}
        />
        <StepButton label={`More of ${name}`} sign="+" disabled={removing} onClick={() => step(unit)} />
      </div>
      <p className="mt-1 flex flex-wrap justify-between gap-x-2 text-xs">
        <span className="text-muted">
          Line<span className="sr-only"> total</span>
        </span>
        <span className="font-bold tabular-nums">
          {formatCents(line.linePrice.discountedPrice ?? line.linePrice.regularPrice)}
        </span>
      </p>
      {line.size && attributes.length > 0 ? (
        <p className="mt-1 text-xs text-muted">{attributes.map((attribute) => attribute.value).join(" · ")}</p>
      ) : null}
      <StockNote line={line} />
      <FreeTexts card={card} line={line} />
      <div id={described} role={problem ? "alert" : undefined} className="text-sm text-danger">
        {errors.map((message) => (
          <p key={message} className="mt-1">
            {message}
          </p>
        ))}
      </div>
    </div>
  );
}

function StockNote({ line }: { line: LineView }) {
  const note = stockNote(line.unavailable || line.availableDate !== "", line.availableDate);
  return note ? <p className="mt-1 text-xs text-warn">{note}</p> : null;
}

/** A step that cannot be taken now: the button stays where it is, as its own press may have led to the last one, and
 *  the focus must not fall from it. */
function StepButton(props: { label: string; sign: string; disabled: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      className="grid w-9 shrink-0 place-items-center text-lg hover:bg-alt aria-disabled:opacity-35 pointer-coarse:w-11"
      aria-disabled={props.disabled || undefined}
      onClick={() => props.disabled || props.onClick()}
    >
      <span aria-hidden="true">{props.sign}</span>
    </button>
  );
}

/** One text a piece, or a single piece with its text: another piece has a text of its own. */
function hasTextsOfItsOwn(line: LineView): boolean {
  return line.freeForm.length > 1 || (line.freeForm.length === 1 && line.quantity === 1);
}

const shownTexts = 6;

/** Names and numbers, one entry a piece (decisions: free form). A long roster is folded. */
function FreeTexts({ card, line }: { card: CartCardView; line: LineView }) {
  if (line.freeForm.length === 0) return null;
  const entries = line.freeForm.map((texts, piece) => ({
    // Two pieces may carry the same texts; their place tells them apart.
    key: `${piece}`,
    text: texts.map((text, index) => `${card.freeFormOptions[index] ?? "Text"}: ${text}`).join(" · "),
  }));
  const forAll = entries.length === 1 && line.quantity > 1;
  const list = (some: typeof entries) => (
    <ul className="mt-1 text-xs text-muted">
      {some.map((entry) => (
        <li key={entry.key} className="wrap-anywhere">
          {entry.text}
          {forAll ? " (all pieces)" : ""}
        </li>
      ))}
    </ul>
  );
  if (entries.length <= shownTexts) return list(entries);
  return (
    <>
      {list(entries.slice(0, shownTexts))}
      <details className="group text-xs">
        <summary className="flex min-h-9 w-fit cursor-pointer list-none items-center underline underline-offset-2 hover:text-accent pointer-coarse:min-h-11">
          <span className="group-open:hidden">Show {entries.length - shownTexts} more</span>
          <span className="not-group-open:hidden">Show fewer</span>
        </summary>
        {list(entries.slice(shownTexts))}
      </details>
    </>
  );
}
