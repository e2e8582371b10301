// One box for any fragment of anything on an order. What was searched for stands in the address.
import { useEffect, useState } from "react";
import { Icon } from "../../ui/Icon";
import { useLocation, useNavigate } from "../../ui/router";
import { control } from "../ui/Controls";

export function OrderSearch() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const inList = pathname === "/orders";
  const asked = (inList && new URLSearchParams(search).get("q")) || "";
  const [typed, setTyped] = useState(asked);
  useEffect(() => setTyped(asked), [asked]);
  const find = () => {
    // Within a list its filters stay; another search begins at the newest.
    const next = new URLSearchParams(inList ? search : "");
    next.delete("after");
    if (typed.trim()) next.set("q", typed.trim());
    else next.delete("q");
    // What was found is gone through by keys: they would be typed here.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    navigate(next.size > 0 ? `/orders?${next}` : "/orders");
  };
  return (
    <search className="flex-1">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          find();
        }}
        className="relative max-w-xl"
      >
        <Icon
          name="search"
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2 size-4 text-muted"
        />
        <input
          id="order-search"
          type="search"
          aria-label="Search orders"
          aria-keyshortcuts="/"
          placeholder="Number, PO, name, e-mail, unit, sku, player"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
          }}
          className={`${control} pl-8!`}
        />
      </form>
    </search>
  );
}
