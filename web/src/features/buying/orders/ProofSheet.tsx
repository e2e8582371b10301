// What an order adds on paper: the list of players to be checked off, and where a coach signs.
import type { CartCardView, OrderView } from "@fieldhouse/rules";
import { optionsText, ownOptions, piecesEach, sharedOptions } from "../cart/OrderedLines";

export function ProofSheet({ order }: { order: OrderView }) {
  const named = order.items.filter((card) => card.lineItems.some((line) => line.freeForm.length > 0));
  return (
    <section aria-label="Proof" className="mt-8 hidden print:block">
      {named.length > 0 ? <h2 className="heading-case text-2xl">Player list</h2> : null}
      {named.map((card) => (
        <Players key={card.key} card={card} />
      ))}
      <div className="mt-10 break-inside-avoid">
        <p>I have checked the items, sizes, colors, names and numbers of order {order.number}. They are right.</p>
        <dl className="mt-12 grid grid-cols-[2fr_2fr_1fr] gap-8">
          {["Signature", "Name in capitals", "Date"].map((line) => (
            <div key={line} className="border-ink border-t pt-1 text-sm">
              <dt>{line}</dt>
              <dd className="sr-only">To be filled in by hand</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

const cell = "border border-line px-2 py-1 text-left align-top";

function Players({ card }: { card: CartCardView }) {
  const shared = sharedOptions(card);
  const players = card.lineItems.flatMap((line) =>
    line.freeForm.map((texts) => ({
      options: optionsText(ownOptions(line, shared)),
      sku: line.sku,
      texts,
      pieces: piecesEach(line),
    })),
  );
  return (
    <table className="mt-4 w-full border-collapse text-sm">
      <caption className="pb-1 text-left font-semibold">
        {[card.name, optionsText(shared)].filter(Boolean).join(", ")}
      </caption>
      <thead>
        <tr>
          {["No.", ...card.freeFormOptions, "Options", "Item number", "Pieces", "Checked"].map((head) => (
            <th key={head} scope="col" className={cell}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {players.map((player, place) => (
          // Two players may carry the same texts; their place tells them apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <tr key={place} className="break-inside-avoid">
            <td className={cell}>{place + 1}</td>
            {card.freeFormOptions.map((label, nth) => (
              <td key={label} className={`${cell} font-semibold`}>
                {player.texts[nth]}
              </td>
            ))}
            <td className={cell}>{player.options}</td>
            <td className={cell}>{player.sku}</td>
            <td className={cell}>{player.pieces}</td>
            <td className={cell} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
