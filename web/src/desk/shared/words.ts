// Words for what the operations name by keys. Labels that the rules or the server know are theirs.
import type { EntryKind, OrderLineView, OrderQueue, ShipmentState } from "@fieldhouse/rules";

/** '1 piece', '32 pieces', '1,200 lines'. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}

/** The verb that goes with so many. */
export const does = (number: number, one: string, many: string): string => (number === 1 ? one : many);

/** What was chosen of an article: 'Navy · L'. */
export const chosenOf = ({ options }: OrderLineView): string => options.map(({ value }) => value).join(" · ");

/** The colour of a queue's dot; its word always stands beside it. */
export const queueDots: Record<OrderQueue, string> = {
  awaiting_approval: "bg-dot-release",
  on_hold: "bg-dot-hold",
  to_release: "bg-dot-release",
  to_pick: "bg-dot-pick",
  to_ship: "bg-dot-ship",
  on_the_way: "bg-dot-away",
  delivered: "bg-dot-done",
  cancelled: "bg-dot-over",
  declined: "bg-dot-over",
};

/** What waits in a queue, in a sentence for who sees it empty. */
export const queueTeaching: Record<OrderQueue | "late", string> = {
  awaiting_approval:
    "Orders wait here until an approver of their business unit has decided. They come on by themselves.",
  on_hold: "Orders wait here while somebody has put them on hold. Closing the last hold lets them go on.",
  to_release: "Orders wait here until somebody at the desk lets them go to picking.",
  to_pick: "Orders wait here while there is something to take from the shelf.",
  to_ship: "Orders wait here while what was picked has not left the house.",
  on_the_way: "Orders are here while the carrier has them.",
  delivered: "Orders are here when all of their pieces have arrived.",
  cancelled: "Orders are here when all of their pieces were canceled.",
  declined: "Orders are here when their approver has declined them.",
  late: "Orders are here when they were placed more than a week ago and something of them is still outstanding.",
};

/** What orders have that waits for somebody, by the key that lists are asked with: after their name, and alone. */
export const waitsWords: Record<string, { with: string; alone: string }> = {
  credit: { with: "with a credit that waits for a second person", alone: "A credit" },
  edit: { with: "with an edit that is kept for later", alone: "An edit" },
};

export const shipmentWords: Record<ShipmentState, string> = {
  draft: "Draft",
  picked: "Picked",
  packed: "Packed",
  shipped: "Shipped",
  delivered: "Delivered",
  exception: "Exception",
  came_back: "Came back",
  cancelled: "Undone",
};

export const shipmentDots: Record<ShipmentState, string> = {
  draft: "bg-dot-over",
  picked: "bg-dot-pick",
  packed: "bg-dot-ship",
  shipped: "bg-dot-away",
  delivered: "bg-dot-done",
  exception: "bg-dot-hold",
  came_back: "bg-dot-hold",
  cancelled: "bg-dot-over",
};

export const entryWords: Record<EntryKind, string> = {
  ordered: "ordered",
  cancelled: "canceled",
  restored: "restored",
  picked: "picked",
  unpicked: "put back",
  shipped: "shipped",
  unshipped: "came back",
  delivered: "delivered",
  undelivered: "not delivered",
  returned: "returned",
  refunded: "credited",
  written_off: "written off",
};

const eventWords: Record<string, string> = {
  "order.placed": "placed the order",
  "order.awaiting_approval": "Waits for approval",
  "order.approved": "approved the order",
  "order.declined": "declined the order",
  "order.released": "released the order",
  "order.held": "put the order on hold",
  "order.hold_changed": "changed a hold",
  "order.hold_released": "closed a hold",
  "order.edited": "edited the order",
  "order.taken": "The ERP has the order",
  "order.change_taken": "The ERP took a change",
  "order.note_added": "wrote an internal note",
  "order.cancelled": "canceled pieces",
  "order.restored": "restored pieces",
  "order.completed": "Nothing is outstanding",
  "shipment.created": "picked a shipment",
  "shipment.packed": "packed a shipment",
  "shipment.cancelled": "undid a shipment",
  "shipment.shipped": "shipped a shipment",
  "shipment.delivered": "noted a delivery",
  "shipment.exception": "noted an exception",
  "shipment.came_back": "took a shipment back",
  "refund.created": "gave a credit",
  "refund.asked": "asked for a credit",
  "refund.refused": "refused a credit",
  "refund.withdrawn": "took a credit back",
  "letter.resent": "sent a letter again",
  "letter.not_sent": "No letter was sent, for its kind is switched off",
};

/** An event's kind as something that was done; a kind that came later is told by its key. */
export function eventWord(kind: string): string {
  return eventWords[kind] ?? kind.replaceAll(/[._]/g, " ");
}

/** Who did what. What comes about by itself is a sentence of its own, whoever's act it followed from. */
export function eventSaid(word: string, by: string): string {
  if (/^[A-Z]/.test(word)) return word;
  return `${by || "The buyer"} ${word}`;
}

export const signInWords: Record<string, string> = {
  password: "password and code",
  passkey: "passkey",
  recovery: "recovery code",
  sso: "single sign-on",
  invitation: "invitation",
};
