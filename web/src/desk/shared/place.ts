// Where somebody wanted to be who leaves for single sign-on: the way back leads to the first page, and on from there.

const key = "desk-place";

export function rememberPlace(): void {
  sessionStorage.setItem(key, location.pathname.replace(/^\/desk/, "") + location.search);
}

/** The place, once. */
export function takePlace(): string | undefined {
  const place = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return place || undefined;
}
