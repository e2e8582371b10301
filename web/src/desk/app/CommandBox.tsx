// Commands: pages by their names, orders by any fragment of anything on them, customers by one of name, e-mail or unit.
import { Combobox } from "@base-ui/react/combobox";
import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "../../ui/router";
import { asking, to } from "../shared/endpoints";
import { moment } from "../shared/moments";
import { useDesk } from "../shared/queries";
import { brandName, useMay } from "../shared/session";
import { useSettled } from "../shared/settled";

interface Command {
  place: string;
  label: string;
  /** Beside it. */
  about: string;
}

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
  // An index of three letters finds nothing by fewer.
  const findable = /\S{3}/u.test(asked);
  const found = useDesk(asking(to("/desk/api/orders"), { q: asked }), {
    enabled: seesOrders && findable,
  });
  const people = useDesk(asking(to("/desk/api/customers"), { q: asked }), {
    enabled: may("customers.view") && findable,
  });
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
  const orders = (answered ? (found.data?.orders ?? []) : []).slice(0, 8).map((order) => ({
    place: `/orders/${order.id}`,
    label: `${order.number} · ${order.shipTo}`,
    about: `${brandName(order.site)}, ${order.status}, ${moment(order.placedAt)}`,
  }));
  const customers = (answered ? (people.data?.customers ?? []) : []).slice(0, 4).map((customer) => ({
    place: `/customers/${customer.id}`,
    label: customer.name,
    about: `Customer, ${brandName(customer.site)}, ${customer.email}`,
  }));
  const named = pages.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));
  const items = [...named, ...orders, ...customers];
  const go = (command: Command | null) => {
    if (!command) return;
    onClose();
    navigate(command.place);
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
              aria-label="Page, order or customer"
              placeholder="A page, or any fragment of an order or customer"
              className="h-12 w-full border-line border-b bg-surface px-4 text-[15px] outline-none placeholder:text-muted"
            />
            <Combobox.Empty className="text-muted not-empty:p-4">
              {found.isFetching || people.isFetching || asked !== typed.trim()
                ? "Searching"
                : "Nothing by that name. Try a shorter fragment."}
            </Combobox.Empty>
            <Combobox.List className="max-h-96 overflow-y-auto p-1.5 empty:p-0">
              {(command: Command) => (
                <Combobox.Item
                  key={command.place}
                  value={command}
                  className="flex min-h-9 cursor-pointer items-center gap-3 rounded-brand px-2.5 data-highlighted:bg-primary-soft"
                >
                  <span className="truncate">{command.label}</span>
                  <span className="ml-auto shrink-0 text-muted">{command.about}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
