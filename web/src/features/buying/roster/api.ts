// The look-up of pasted product numbers. Only the numbers are sent: names stay here until rows are added to the cart.
import type { RosterStyle } from "@fieldhouse/rules/roster";
import { useEffect, useRef, useState } from "react";
import { sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";

/** Typing faster than this asks once. */
const pause = 250;

interface Looked {
  /** Products found so far. */
  found: RosterStyle[];
  /** Some numbers are not answered yet. */
  looking: boolean;
  failed: boolean;
  retry: () => void;
}

/** The articles of product numbers; each number is asked for once. */
export function useArticles(skus: readonly string[]): Looked {
  const [found, setFound] = useState<RosterStyle[]>([]);
  const [failed, setFailed] = useState(false);
  const asked = useRef(new Set<string>());
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const missing = [...new Set(skus)].filter((sku) => !asked.current.has(sku));
    if (missing.length === 0) return;
    const timer = setTimeout(async () => {
      for (const sku of missing) asked.current.add(sku);
      try {
        const { products } = await sendJson("POST", apiUrls.articles, { skus: missing });
        setFound((before) => joined(before, products));
        setAnswered((before) => new Set([...before, ...missing]));
        setFailed(false);
      } catch {
        for (const sku of missing) asked.current.delete(sku);
        setFailed(true);
      }
    }, pause);
    return () => clearTimeout(timer);
  }, [skus, attempt]);

  return {
    found,
    looking: !failed && skus.some((sku) => !answered.has(sku)),
    failed,
    retry: () => setAttempt((before) => before + 1),
  };
}

function joined(before: readonly RosterStyle[], more: readonly RosterStyle[]): RosterStyle[] {
  const all = new Map(before.map((style) => [style.product, style]));
  for (const style of more) {
    const known = all.get(style.product);
    // A style number brings all articles of its product with their options.
    const [whole, part] = known?.styleNumber ? [known, style] : [style, known];
    const skus = new Set(whole.articles.map((article) => article.sku));
    const articles = part?.articles.filter((article) => !skus.has(article.sku)) ?? [];
    all.set(style.product, { ...whole, articles: [...whole.articles, ...articles] });
  }
  return [...all.values()];
}
