// Sends what was typed on a product page to the cart: what the rules refuse is said without a call.
import type { FieldError, ProductView } from "@fieldhouse/rules";
import type { ApiError } from "../../../shared/client";
import { useShell } from "../../../shared/site";
import { useAddLines } from "../../buying/cart/use-add-lines";
import { brokenRules, type DraftLine } from "./add-draft";

/** Errors by the key of the line they belong to. */
export type LineErrors = Record<string, FieldError[]>;

export interface AddLine extends DraftLine {
  freeForm: string[][];
}

interface Adding {
  add: (lines: readonly AddLine[]) => Promise<AddResult>;
  pending: boolean;
}

export type AddResult = { kind: "added" } | { kind: "refused"; lines: LineErrors; message: string };

export function useAddToCart(product: ProductView): Adding {
  const { brand } = useShell();
  const { add: addLines, pending } = useAddLines({ sentence });

  const add = async (lines: readonly AddLine[]): Promise<AddResult> => {
    // Minimum and multiple hold here in every mode (decisions: quantities); the server says the same.
    const forecast: LineErrors = {};
    for (const line of lines) {
      const errors = brokenRules(product, brand.site, line, line.freeForm);
      if (errors.length > 0) forecast[line.key] = errors;
    }
    if (Object.keys(forecast).length > 0) return { kind: "refused", lines: forecast, message: "" };
    const drafts = lines.map(({ sku, quantity, freeForm }) => ({ sku, quantity, freeForm }));
    const outcome = await addLines(drafts, lines);
    if (outcome.kind === "added") return { kind: "added" };
    const found: LineErrors = {};
    for (const [{ key }, error] of outcome.lines) found[key] = [...(found[key] ?? []), error];
    return { kind: "refused", lines: found, message: outcome.message };
  };
  return { add, pending };
}

function sentence({ status }: ApiError): string {
  return status === 0
    ? "The store cannot be reached. Nothing was added; your quantities are kept. Please try again."
    : "This could not be added to your cart. Please try again.";
}
