// What of the header shows on which path (shell §2).

/** The header's search box is hidden where the page has its own. */
export function headerSearchHidden(pathname: string): boolean {
  return ["/search/", "/shop/", "/c/"].some((start) => pathname.startsWith(start));
}

/** The line below the header shows except on the home page and on account paths. */
export function separatorShown(pathname: string): boolean {
  return pathname !== "/" && !/^\/(?:my-)?account(?:\/|$)/.test(pathname);
}
