// The full-screen menu of small screens: panels that drill in, with back and close.
import type { NavigationItemView } from "@fieldhouse/rules";
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import { useShell } from "../../app/site";
import { Anchor } from "../../ui/Anchor";
import { Drawer } from "../../ui/Dialog";
import { Icon, type IconName } from "../../ui/Icon";
import { AccountLink } from "./AccountLink";

const row = "flex min-h-13 w-full items-center gap-3 border-line border-b px-4 py-2 text-left";

export default function MobileMenu({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { help, navigation } = useShell();
  const [trail, setTrail] = useState<NavigationItemView[]>([]);
  const panel = useRef<HTMLDivElement>(null);
  const here = trail.at(-1);
  const depth = trail.length;

  useEffect(() => {
    if (!open) setTrail([]);
  }, [open]);

  const move = (next: NavigationItemView[]) => {
    setTrail(next);
    panel.current?.focus();
  };
  const close = () => onOpenChange(false);

  return (
    <Drawer side="full" open={open} onOpenChange={onOpenChange} title={here?.title ?? "Menu"}>
      <div key={depth} ref={panel} tabIndex={-1} className="outline-none">
        {here ? (
          <button type="button" onClick={() => move(trail.slice(0, -1))} className={clsx(row, "bg-alt font-semibold")}>
            <Icon name="chevron-left" className="size-5" />
            Back to {trail.at(-2)?.title ?? "menu"}
          </button>
        ) : null}
        <ul>
          {here ? (
            <li>
              <Anchor href={here.href} onClick={close} className={clsx(row, "font-bold")}>
                Shop all {here.title}
              </Anchor>
            </li>
          ) : null}
          {(here?.navigation ?? navigation).map((item) => (
            <li key={item.href}>
              {(item.navigation ?? []).length > 0 ? (
                <button
                  type="button"
                  onClick={() => move([...trail, item])}
                  className={clsx(row, "font-semibold", item.accent && "text-accent")}
                >
                  {item.title}
                  <Icon name="chevron-right" className="ml-auto size-5 text-muted" />
                </button>
              ) : (
                <Anchor
                  href={item.href}
                  newTab={item.newTab}
                  onClick={close}
                  className={clsx(row, item.accent ? "font-semibold text-accent" : here ? "" : "font-semibold")}
                >
                  {item.title}
                </Anchor>
              )}
            </li>
          ))}
        </ul>
        {here ? null : (
          <ul className="mt-4 border-line border-t bg-alt">
            <li>
              <AccountLink onClick={close} className={row} iconClassName="size-5 text-muted" />
            </li>
            {help.map((link) => (
              <SecondaryItem key={link.href} icon="info" href={link.href} title={link.title} onClick={close} />
            ))}
          </ul>
        )}
      </div>
    </Drawer>
  );
}

function SecondaryItem({
  icon,
  href,
  title,
  onClick,
}: {
  icon: IconName;
  href: string;
  title: string;
  onClick: () => void;
}) {
  return (
    <li>
      <Anchor href={href} onClick={onClick} className={row}>
        <Icon name={icon} className="size-5 text-muted" />
        {title}
      </Anchor>
    </li>
  );
}
