// What stands beside a page of text: the ways to a person, and the other pages people look for.
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { Icon, isIconName } from "../../../ui/Icon";

export function ReadingAside() {
  const { footer } = useShell();
  const others = footer.navigation.at(-1);
  const link = "wrap-anywhere flex min-h-11 items-center gap-3 underline-offset-4 hover:underline lg:min-h-9";
  return (
    <aside aria-label="Help" className="self-start rounded-brand-lg bg-alt p-6 lg:sticky lg:top-6">
      {footer.getInTouchTitle ? <h2 className="text-2xl">{footer.getInTouchTitle}</h2> : null}
      <p className="mt-2 text-muted">{footer.getInTouchDescription}</p>
      <ul className="mt-3">
        {footer.getInTouch.map((way) => (
          <li key={way.link.href}>
            <Anchor href={way.link.href} newTab={way.link.newTab} className={`${link} font-semibold`}>
              {isIconName(way.icon) ? <Icon name={way.icon} className="size-5" /> : null}
              {way.link.title}
            </Anchor>
          </li>
        ))}
      </ul>
      {others ? (
        <nav aria-label={others.title} className="mt-4 border-line border-t pt-4">
          <ul>
            {others.links.map((other) => (
              <li key={other.href}>
                <Anchor href={other.href} newTab={other.newTab} className={link}>
                  {other.title}
                </Anchor>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </aside>
  );
}
