// For whom the cart is ordered: a business unit, or oneself where every unit allows it. Prices follow the choice.
import type { BuyingView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Select } from "../../ui/Select";
import { sentenceOf } from "../cart/api";
import { chooseBuyer } from "./api";

export function OrderFor({ buying }: { buying: BuyingView | null }) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<string>();
  const [refusal, setRefusal] = useState("");
  const [said, setSaid] = useState("");
  if (buying === null || buying.choices.length === 0) return null;

  async function choose(key: string): Promise<void> {
    setWanted(key);
    setRefusal("");
    setSaid("");
    try {
      await chooseBuyer(client, key);
      setSaid("Prices are those of your choice now.");
    } catch (failure) {
      setRefusal(sentenceOf(failure));
    }
    setWanted(undefined);
  }

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
