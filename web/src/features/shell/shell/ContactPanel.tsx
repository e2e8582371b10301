// Ways to reach the store: what `#chat` opens where no chat is configured (decisions: content).
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { Drawer } from "../../../ui/Dialog";
import { Icon, isIconName } from "../../../ui/Icon";

export default function ContactPanel({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { brand, footer } = useShell();
  const ways = footer.getInTouch.filter((way) => way.link.href !== "#chat");
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={footer.getInTouchTitle || `Contact ${brand.name}`}>
      <div className="p-4">
        <p className="text-lg">{footer.getInTouchDescription}</p>
        <ul className="mt-4 divide-y divide-line border-line border-y">
          {ways.map((way) => (
            <li key={way.link.href}>
              <Anchor
                href={way.link.href}
                newTab={way.link.newTab}
                onClick={() => onOpenChange(false)}
                className="flex min-h-14 items-center gap-3 font-semibold underline-offset-4 hover:underline"
              >
                {isIconName(way.icon) ? <Icon name={way.icon} className="size-5" /> : null}
                {way.link.title}
              </Anchor>
            </li>
          ))}
        </ul>
      </div>
    </Drawer>
  );
}
