// One call for all the skus that are asked for at the same moment (cart §7).
import { type Cents, type CodesDraft, flyerThatCounts, type Site } from "@fieldhouse/rules";
import { sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";

interface Round {
  skus: Set<string>;
  answer: Promise<ReadonlyMap<string, Cents>>;
}

const open = new Map<string, Round>();

/** Skus with a personal price. Everything asked for until the browser has drawn goes out together. */
export function askPrices(site: Site, codes: CodesDraft, skus: readonly string[]): Promise<ReadonlyMap<string, Cents>> {
  const key = JSON.stringify([site, codes]);
  let round = open.get(key);
  if (!round) {
    const asked = new Set<string>();
    const answer = new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
      open.delete(key);
      return send(site, codes, [...asked]);
    });
    round = { skus: asked, answer };
    open.set(key, round);
  }
  for (const sku of skus) round.skus.add(sku);
  return round.answer;
}

async function send(site: Site, codes: CodesDraft, skus: string[]): Promise<ReadonlyMap<string, Cents>> {
  const flyer = flyerThatCounts(codes);
  const { programId } = codes;
  const { data } = await sendJson("POST", apiUrls.personalPrices, {
    storeKey: site,
    flyer,
    programId,
    products: skus.map((sku) => ({ sku, quantity: 1, flyer, programId })),
  });
  return new Map(
    data.results.flatMap((line) => (line.centAmount === null ? [] : [[line.sku, line.centAmount] as const])),
  );
}
