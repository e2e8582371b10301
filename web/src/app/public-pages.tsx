// The public pages by kind, each kind in a file of its own: a page comes with the scripts it needs and fetches the others'
// once it has come alive. The first page's kind is there before the page is brought to life, the renderer has all of them.
import { type ComponentType, lazy, useState } from "react";
import type { PublicPageKind } from "../shared/page-data";

/** What each kind's file holds. */
interface Kinds {
  content: typeof import("../features/content/content/ContentPage");
  list: typeof import("../features/finding/search/ListPage");
  product: typeof import("../features/finding/catalog/ProductPage");
}

const loaders: { [Kind in PublicPageKind]: () => Promise<Kinds[Kind]> } = {
  content: () => import("../features/content/content/ContentPage"),
  list: () => import("../features/finding/search/ListPage"),
  product: () => import("../features/finding/catalog/ProductPage"),
};

const there: Partial<Kinds> = {};

/** Gives the page renderer all kinds. */
export function showWith(kinds: Kinds): void {
  Object.assign(there, kinds);
}

/** Fetches what pages of a kind are made of. */
export async function loadPublicPage<Kind extends PublicPageKind>(kind: Kind): Promise<Kinds[Kind]> {
  const loaded = there[kind] ?? (await loaders[kind]());
  there[kind] = loaded;
  return loaded;
}

/** The same of all kinds, for the pages that are gone to next. What does not come is asked for again by its page. */
export function loadPublicPages(): void {
  for (const kind of ["product", "list", "content"] as const) loadPublicPage(kind).catch(() => undefined);
}

/** A page of a kind: drawn at once where its kind is there, as hydration needs it. */
function publicPage<Kind extends PublicPageKind>(
  kind: Kind,
  pick: (loaded: Kinds[Kind]) => ComponentType,
): ComponentType {
  const Later = lazy(async () => ({ default: pick(await loadPublicPage(kind)) }));
  return function PublicPage() {
    // As it began, so it stays: another component in its place would begin anew.
    const [{ Page }] = useState(() => {
      const loaded = there[kind];
      return { Page: loaded === undefined ? Later : pick(loaded) };
    });
    return <Page />;
  };
}

export const HomePage = publicPage("content", (loaded) => loaded.HomePage);
export const ArticlePage = publicPage("content", (loaded) => loaded.ArticlePage);
export const TextPage = publicPage("content", (loaded) => loaded.TextPage);
export const ListPage = publicPage("list", (loaded) => loaded.ListPage);
export const ProductPage = publicPage("product", (loaded) => loaded.ProductPage);
