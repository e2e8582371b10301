// Which API answers a page needs before it can be rendered. The server knows the same list.
import { listQuery } from "@fieldhouse/rules";
import { apiUrls } from "./endpoints";

const browserOnly = new Set([
  "cart",
  "checkout",
  "order",
  "account",
  "my-account",
  "api",
  "favourite",
  "gift-certificate",
  "quick-order",
]);

/** True for pages that are rendered in the browser only, because what they show is personal. */
export function isBrowserOnly(pathname: string): boolean {
  return browserOnly.has(pathname.split("/")[1] ?? "");
}

/** What a public page is: of content blocks, a list or a product. */
export type PublicPageKind = "content" | "list" | "product";

/** Which one it is; nothing for pages of the browser and where no page is. */
export function publicPageKind(pathname: string): PublicPageKind | undefined {
  const [first = "", second, third] = pathname.split("/").filter(Boolean);
  if (isBrowserOnly(pathname)) return undefined;
  if (first === "search" || first === "c" || first === "shop") return "list";
  if (first === "p") return second !== undefined && third === undefined ? "product" : undefined;
  const article = first === "learning-corner" && third === undefined;
  return second === undefined || article ? "content" : undefined;
}

/** The addresses, `/api/shell` first. */
export function pageDataUrls(pathname: string, search: string): string[] {
  const [first = "", second] = pathname.split("/").filter(Boolean);
  if (first === "") return [apiUrls.shell, apiUrls.page("home")];
  if (isBrowserOnly(pathname)) return [apiUrls.shell];
  if (first === "search" || first === "c" || first === "shop") {
    return [apiUrls.shell, apiUrls.search(listQuery(pathname, search))];
  }
  if (first === "learning-corner" && second !== undefined) {
    return [apiUrls.shell, apiUrls.page(`${first}/${safeDecode(second)}`)];
  }
  if (first === "p" && second !== undefined) return [apiUrls.shell, apiUrls.product(safeDecode(second))];
  return second === undefined ? [apiUrls.shell, apiUrls.page(safeDecode(first))] : [apiUrls.shell];
}

function safeDecode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
