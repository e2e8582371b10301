// What goes into the document's head: collected while a page is rendered on the server, applied to
// the document when the shopper moves on in the browser.
import type { BrandView } from "@fieldhouse/rules";
import { createContext, useContext, useEffect } from "react";

export interface Head {
  title: string;
  description?: string;
  /** Path of the one address under which this page should be known. */
  canonical?: string;
  image?: string;
  type?: "website" | "product";
  /** Pages that should not be found by search engines. */
  noIndex?: boolean;
  /** schema.org documents. */
  jsonLd?: object[];
}

/** Set by the page renderer only. */
export interface HeadCollector {
  head: Head | undefined;
  status: number;
  /** `https://host`, for absolute addresses. */
  origin: string;
}

export const HeadCollectorContext = createContext<HeadCollector | undefined>(undefined);

/** Origin of absolute addresses: the collector's in the renderer, the window's in the browser. */
export function useOrigin(): string {
  const collector = useContext(HeadCollectorContext);
  return collector ? collector.origin : globalThis.location.origin;
}

export function PageHead({ status = 200, ...head }: Head & { status?: number }) {
  const collector = useContext(HeadCollectorContext);
  if (collector) {
    collector.head = head;
    collector.status = status;
  }
  const { title, description, canonical } = head;
  useEffect(() => {
    document.title = title;
    if (description !== undefined) ensure("meta", "name", "description").setAttribute("content", description);
    if (canonical !== undefined) {
      ensure("link", "rel", "canonical").setAttribute("href", new URL(canonical, location.origin).href);
    }
  }, [title, description, canonical]);
  return null;
}

function ensure(tag: "meta" | "link", attribute: string, value: string): Element {
  const found = document.head.querySelector(`${tag}[${attribute}="${value}"]`);
  if (found) return found;
  const made = document.createElement(tag);
  made.setAttribute(attribute, value);
  document.head.append(made);
  return made;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

/** The head as markup, for the page renderer. */
export function headMarkup(head: Head, origin: string, brand: BrandView): string {
  const parts = [`<title>${escapeHtml(head.title)}</title>`];
  const meta = (attribute: "name" | "property", name: string, content: string | undefined) => {
    if (content) parts.push(`<meta ${attribute}="${name}" content="${escapeHtml(content)}">`);
  };
  parts.push(`<link rel="icon" type="image/svg+xml" href="${escapeHtml(brand.icon)}">`);
  meta("name", "description", head.description);
  if (head.noIndex) meta("name", "robots", "noindex");
  const address = head.canonical === undefined ? undefined : origin + head.canonical;
  if (address !== undefined) parts.push(`<link rel="canonical" href="${escapeHtml(address)}">`);
  meta("property", "og:site_name", brand.name);
  meta("property", "og:title", head.title);
  meta("property", "og:description", head.description);
  meta("property", "og:type", head.type ?? "website");
  meta("property", "og:url", address);
  meta("property", "og:image", head.image === undefined ? undefined : origin + head.image);
  for (const document of head.jsonLd ?? []) {
    // `<` is escaped so that no text can end the script element.
    const json = JSON.stringify(document).replace(/</g, "\\u003c");
    parts.push(`<script type="application/ld+json">${json}</script>`);
  }
  return parts.join("");
}
