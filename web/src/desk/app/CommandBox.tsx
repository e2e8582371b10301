// Commands: what can be done here, queues and pages by their names; orders by any fragment of anything on them, customers by one
// of name, e-mail or unit, business units and articles by one of theirs.
import { Combobox } from "@base-ui/react/combobox";
import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "../../ui/router";
import { asking, queuesUrl, to } from "../shared/endpoints";
import { placeOf } from "../shared/list-ask";
import { moment } from "../shared/moments";
import { offersHere } from "../shared/offered";
import { useDesk } from "../shared/queries";
import { brandName, useMay } from "../shared/session";
import { useSettled } from "../shared/settled";
import { isFindable } from "../shared/sought";

interface Command {
  /** Where it leads, or what is told apart by it. */
  place: string;
  label: string;
  /** Beside it. */
  about: string;
  /** What is done instead of going somewhere. */
  run?: () => void;
}

/** The queues in which something waits for somebody. */
const waiting: readonly string[] = ["awaiting_approval", "on_hold", "to_release", "to_pick", "to_ship"];
/** What is found of a kind, but for orders. */
const few = 3;

interface Props {
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
}

export function CommandBox({ typed, onType, onClose }: Props) {
  const navigate = useNavigate();
  const may = useMay();
  const asked = useSettled(typed.trim());
  const seesOrders = may("orders.view");
  const findable = isFindable(asked);
  const found = useDesk(asking(to("/desk/api/orders"), { q: asked }), { enabled: seesOrders && findable });
  const people = useDesk(asking(to("/desk/api/customers"), { q: asked }), {
    enabled: may("customers.view") && findable,
  });
  const units = useDesk(asking(to("/desk/api/units"), { q: asked }), { enabled: seesOrders && findable });
  const goods = useDesk(asking(to("/desk/api/articles"), { q: asked }), {
    enabled: may("catalogue.view") && findable,
  });
  const queues = useDesk(queuesUrl, { enabled: seesOrders, staleTime: 15_000 });
  const acts = offersHere().map((offer) => ({ place: `act ${offer.label}`, ...offer }));
  const ofQueue = (queue: string, label: string, text: string) => ({
    place: placeOf({ queue }),
    label,
    about: `Queue, ${text}`,
  });
  const lists = queues.data
    ? [
        ...queues.data.queues
          .filter(({ queue }) => waiting.includes(queue))
          .map(({ queue, label, text }) => ofQueue(queue, label, text)),
        ofQueue("late", "Late", queues.data.late.text),
      ]
    : [];
  const pages: Command[] = [
    { place: "/", label: "Queues", about: "Page", shown: true },
    { place: "/orders", label: "All orders", about: "Page", shown: seesOrders },
    { place: "/stock", label: "Stock", about: "Page", shown: may("catalogue.view") },
    { place: "/stock?show=out", label: "Stock: out", about: "Page", shown: may("catalogue.view") },
    { place: "/stock?show=late", label: "Stock: late deliveries", about: "Page", shown: may("catalogue.view") },
    { place: "/reports", label: "Reports", about: "Page", shown: may("amounts.view") },
    { place: "/reports?by=style", label: "Reports: styles", about: "Page", shown: may("amounts.view") },
    { place: "/reports?by=unit", label: "Reports: business units", about: "Page", shown: may("amounts.view") },
    { place: "/reports/late", label: "Reports: late shipments", about: "Page", shown: seesOrders },
    {
      place: "/reports/searches",
      label: "Reports: searches without a result",
      about: "Page",
      shown: may("catalogue.view"),
    },
    { place: "/customers", label: "Customers", about: "Page", shown: may("customers.view") },
    { place: "/messages", label: "Messages", about: "Page", shown: may("inbox.view") },
    { place: "/messages?kind=change_request", label: "Change requests", about: "Page", shown: may("inbox.view") },
    { place: "/newsletter", label: "Newsletter", about: "Page", shown: may("inbox.view") },
    { place: "/jobs", label: "Parked work", about: "Page", shown: may("jobs.retry") },
    { place: "/letters", label: "Letters", about: "Page", shown: may("settings.view") },
    { place: "/documents", label: "Documents", about: "Page", shown: may("settings.view") },
    { place: "/staff", label: "Staff", about: "Page", shown: may("staff.view") },
    { place: "/roles", label: "Roles", about: "Page", shown: may("staff.view") },
    { place: "/audit", label: "Audit", about: "Page", shown: may("audit.own") || may("audit.view") },
    { place: "/account", label: "My account", about: "Page", shown: true },
  ].filter(({ shown }) => shown);
  // Enter opens what is highlighted: what was found by less than is typed now is not offered.
  const answered = asked.length > 1 && asked === typed.trim();
  const orders = (answered ? (found.data?.orders ?? []) : []).slice(0, 5).map((order) => ({
    place: `/orders/${order.id}`,
    label: `${order.number} · ${order.shipTo}`,
    about: `${brandName(order.site)}, ${order.status}, ${moment(order.placedAt)}`,
  }));
  const customers = (answered ? (people.data?.customers ?? []) : []).slice(0, few).map((customer) => ({
    place: `/customers/${customer.id}`,
    label: customer.name,
    about: `Customer, ${brandName(customer.site)}, ${customer.email}`,
  }));
  const ofUnits = (answered ? (units.data ?? []) : []).slice(0, few).map(({ key, name, site }) => ({
    place: placeOf({ unit: key, site }),
    label: name,
    about: `Business unit, ${brandName(site)}`,
  }));
  const articles = (answered ? (goods.data ?? []) : []).slice(0, few).map(({ sku, name }) => ({
    place: `/stock/${encodeURIComponent(sku)}`,
    label: `${sku} · ${name}`,
    about: "Article",
  }));
  // What begins with it first: 'edit' is also in 'Credit'.
  const place = ({ label }: Command) => label.toLowerCase().indexOf(typed.trim().toLowerCase());
  const named = [...acts, ...lists, ...pages]
    .filter((command) => place(command) >= 0)
    .sort((one, other) => Math.sign(place(one)) - Math.sign(place(other)));
  const items = [...named, ...orders, ...customers, ...ofUnits, ...articles];
  const searching = [found, people, units, goods].some(({ isFetching }) => isFetching);
  const go = (command: Command | null) => {
    if (!command) return;
    onClose();
    if (command.run) command.run();
    else navigate(command.place);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup className="-translate-x-1/2 fixed top-[10dvh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl overflow-hidden rounded-brand-lg border border-line bg-surface text-ink shadow-2xl">
          <Dialog.Title className="sr-only">Commands</Dialog.Title>
          <Combobox.Root
            inline
            open
            autoHighlight
            items={items}
            filter={null}
            itemToStringLabel={(command: Command) => command.label}
            inputValue={typed}
            onInputValueChange={onType}
            value={null}
            onValueChange={go}
          >
            <Combobox.Input
              aria-label="What to do, page, order, customer, unit or article"
              placeholder="What to do, a page, or any fragment of anything"
              className="h-12 w-full border-line border-b bg-surface px-4 text-[15px] outline-none placeholder:text-muted"
            />
            <Combobox.Empty className="text-muted not-empty:p-4">
              {searching || asked !== typed.trim() ? "Searching" : "Nothing by that name. Try a shorter fragment."}
            </Combobox.Empty>
            <Combobox.List className="max-h-96 overflow-y-auto p-1.5 empty:p-0">
              {(command: Command) => (
                <Combobox.Item
                  key={command.place}
                  value={command}
                  className="flex min-h-9 cursor-pointer items-center gap-3 rounded-brand px-2.5 data-highlighted:bg-primary-soft"
                >
                  <span className="truncate">{command.label}</span>
                  <span className="ml-auto max-w-3/5 shrink-0 truncate text-muted">{command.about}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
