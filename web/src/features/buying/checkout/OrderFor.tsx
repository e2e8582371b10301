// For whom the cart is ordered: a business unit, or oneself where every unit allows it. Prices follow the choice.
import type { BuyingView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { sentenceOf } from "../../../shared/failures";
import { Select } from "../../../ui/Select";
import { useToast } from "../../../ui/Toast";
import { chooseBuyer } from "./api";

interface Buyer {
  /** What there is to choose, or nothing where nothing is. */
  buying: BuyingView | null;
  /** Chosen and not yet answered. */
  wanted: string | undefined;
  refusal: string;
  said: string;
  choose: (key: string) => Promise<void>;
  /** Orders for the first of the units that ship to an address, unless it is ordered for one of them already. */
  follow: (units: readonly string[]) => void;
}

export function useBuyer(told: BuyingView | null): Buyer {
  const client = useQueryClient();
  const toast = useToast();
  const [wanted, setWanted] = useState<string>();
  const [refusal, setRefusal] = useState("");
  const [said, setSaid] = useState("");
  // One after the other: the choice made last is the one that holds.
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const buying = told !== null && told.choices.length > 0 ? told : null;

  async function choose(key: string, done = () => setSaid("Prices are those of your choice now.")): Promise<void> {
    setWanted(key);
    setRefusal("");
    setSaid("");
    const answer = before.current.catch(() => {}).then(() => chooseBuyer(client, key));
    before.current = answer;
    const failure = await answer.then(
      () => "",
      (thrown: unknown) => sentenceOf(thrown),
    );
    // What a newer choice has overtaken is not told any more.
    if (before.current !== answer) return;
    if (failure === "") done();
    else setRefusal(failure);
    setWanted(undefined);
  }

  function follow(units: readonly string[]): void {
    const choices = buying?.choices.filter(({ key }) => units.includes(key)) ?? [];
    const [choice] = choices;
    if (!choice || choices.some(({ key }) => key === (wanted ?? buying?.key))) return;
    // Told where it is seen from anywhere on the page: the choice itself stands above the addresses.
    const done = () => toast(`This address belongs to ${choice.name}: you order for it now, at its prices.`);
    void choose(choice.key, done);
  }

  return { buying, wanted, refusal, said, choose, follow };
}

export function OrderFor({ buyer }: { buyer: Buyer }) {
  const { buying, wanted, refusal, said, choose } = buyer;
  if (buying === null) return null;
  return (
    <section className="mt-6">
      <h2 className="heading-case text-2xl">Order for</h2>
      <Select
        label="You order for"
        fieldClassName="mt-3"
        options={buying.choices.map(({ key, name }) => ({ value: key, label: name }))}
        value={wanted ?? buying.key}
        error={refusal || undefined}
        onChange={(event) => void choose(event.target.value)}
      />
      <p role="status" className="mt-2 text-muted text-sm empty:hidden">
        {said}
      </p>
    </section>
  );
}
