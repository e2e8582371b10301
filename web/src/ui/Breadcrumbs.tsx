// The way from the home page to here.
import { Anchor } from "./Anchor";
import { Divider } from "./Divider";

export interface Crumb {
  title: string;
  href: string;
}

/** The last crumb is the page itself and not a link. */
export function Breadcrumbs({ crumbs, divider }: { crumbs: readonly Crumb[]; divider: string }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm">
      <ol className="flex flex-wrap items-center gap-y-1">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li key={crumb.href} className="flex items-center">
              {last ? (
                <span aria-current="page" className="text-muted">
                  {crumb.title}
                </span>
              ) : (
                <Anchor href={crumb.href} className="inline-block py-1 underline-offset-4 hover:underline">
                  {crumb.title}
                </Anchor>
              )}
              {last ? null : <Divider kind={divider} />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
