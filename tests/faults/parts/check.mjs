// What must hold whatever was broken, asked of the database itself and not of the store.
import { ask } from "./stage.mjs";

const NOTHING = [
  ["an order twice for one cart", "SELECT cart_id FROM orders GROUP BY cart_id HAVING COUNT(*) > 1"],
  ["an order number twice", "SELECT site, number FROM orders GROUP BY site, number HAVING COUNT(*) > 1"],
  [
    "an order that was not told of by exactly one letter",
    "SELECT o.id FROM orders o WHERE (SELECT COUNT(*) FROM job j WHERE j.subject = o.id AND j.kind = 'order_placed') <> 1",
  ],
  [
    "an order that is not placed once in its log",
    "SELECT o.id FROM orders o WHERE (SELECT COUNT(*) FROM event e WHERE e.subject = o.id AND e.kind = 'order.placed') <> 1",
  ],
];

/** Orders of these that are not there or are not what was acknowledged; everything else that is wrong. */
export function check(url, orders, since) {
  const found = new Map(
    ask(
      url,
      `SELECT o.id, COALESCE(SUM(l.quantity), 0) FROM orders o LEFT JOIN order_line l ON l.order_id = o.id
      WHERE o.placed_at >= ${since} GROUP BY o.id`,
    ).map(([id, pieces]) => [id, Number(pieces)]),
  );
  const lost = [...orders].filter(([id, pieces]) => found.get(id) !== pieces).map(([id]) => id);
  const untold = [...found.keys()].filter((id) => !orders.has(id));
  const only = ` AND o.placed_at >= ${since}`;
  const wrong = NOTHING.flatMap(([what, sql]) => {
    const rows = ask(url, sql.includes("o.id FROM orders o") ? sql + only : sql);
    return rows.length > 0 ? [`${what}: ${rows.length}`] : [];
  });
  return { lost, doubled: untold.length, untold, wrong };
}
