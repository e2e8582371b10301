// The storefront's drawings for controls: 24 × 24, drawn in the current colour, never announced. One drawing has one
// meaning: what is searched for, looked into and read are three.
import type { ReactNode } from "react";

const drawings = {
  search: <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.8 11.3L20.5 20.5" />,
  cart: (
    <>
      <path d="M3 4h2.4l2.1 11.2a1.6 1.6 0 0 0 1.6 1.3h8.5a1.6 1.6 0 0 0 1.6-1.2L20.8 8H6.2" />
      <circle cx="9.8" cy="20" r="1.3" />
      <circle cx="16.9" cy="20" r="1.3" />
    </>
  ),
  account: (
    <path d="M12 4.2a3.9 3.9 0 1 1 0 7.8 3.9 3.9 0 0 1 0-7.8ZM4.5 20.3c.8-3.7 3.8-5.6 7.5-5.6s6.7 1.9 7.5 5.6" />
  ),
  heart: <path d="M12 20S4 15.2 4 9.6A4.4 4.4 0 0 1 12 7.1a4.4 4.4 0 0 1 8 2.5C20 15.2 12 20 12 20Z" />,
  menu: <path d="M3.5 6.5h17M3.5 12h17M3.5 17.5h17" />,
  close: <path d="m5.5 5.5 13 13m0-13-13 13" />,
  "chevron-down": <path d="m5.5 9 6.5 6.5L18.5 9" />,
  "chevron-up": <path d="m5.5 15 6.5-6.5L18.5 15" />,
  "chevron-left": <path d="M15 5.5 8.5 12l6.5 6.5" />,
  "chevron-right": <path d="M9 5.5 15.5 12 9 18.5" />,
  "arrow-right": <path d="M4 12h15.5m-6-6.5 6.5 6.5-6.5 6.5" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  check: <path d="m4.5 12.5 5 5 10-11" />,
  attention: (
    <path d="M12 8.5v5m0 3.2v.1M10.6 4.4 3 18a1.6 1.6 0 0 0 1.4 2.4h15.2A1.6 1.6 0 0 0 21 18L13.4 4.4a1.6 1.6 0 0 0-2.8 0Z" />
  ),
  info: <path d="M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 7.5v5.5m0-8.7v.1" />,
  filter: <path d="M4 6h16M7 12h10M10 18h4" />,
  zoom: <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.8 11.3 5.2 5.2M10.5 7.8v5.4m-2.7-2.7h5.4" />,
  eye: (
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z" />
  ),
  book: <path d="M12 6.5c-2-1.5-5-2-8.5-2v14c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-14c-3.5 0-6.5.5-8.5 2Zm0 0v14" />,
  truck: (
    <>
      <path d="M2.5 6.5h11v10h-11zM13.5 10h4l3.5 3.5v3h-7.5" />
      <circle cx="6.8" cy="18" r="1.7" />
      <circle cx="17" cy="18" r="1.7" />
    </>
  ),
  grid: <path d="M4 5h16v14H4zM4 10h16M9.3 5v14M14.7 5v14" />,
  list: <path d="M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.1M4 12h.1M4 17.5h.1" />,
  trash: <path d="M4.5 7h15M9.5 7V4.5h5V7m-8 0 .8 12.5h9.4L17.5 7M10 10.5v6m4-6v6" />,
  edit: <path d="m4.5 19.5.8-4L16 4.8a1.6 1.6 0 0 1 2.3 0l.9.9a1.6 1.6 0 0 1 0 2.3L8.5 18.7l-4 .8ZM14 7l3 3" />,
  phone: (
    <path d="M5 4h4l1.6 4.5L8.3 10a11 11 0 0 0 5.7 5.7l1.5-2.3L20 15v4a1.5 1.5 0 0 1-1.6 1.5C10.5 20 4 13.5 3.5 5.6A1.5 1.5 0 0 1 5 4Z" />
  ),
  mail: <path d="M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7" />,
  chat: <path d="M4 5h16v11.5h-8.5L7 20.5v-4H4zM8 9.3h8M8 12.5h5" />,
  calendar: <path d="M4 6h16v14H4zM4 10.5h16M8 3.5v4m8-4v4" />,
  lock: <path d="M6 10.5h12v9.5H6zM8.5 10.5V7.8a3.5 3.5 0 0 1 7 0v2.7" />,
  tag: <path d="M4 4.5h7.5l8.5 8.5-7 7L4.5 11.5zM8.3 8.3v.1" />,
  whistle: <path d="M3 9.5h10.5L20 6.5v5l-2.5.7a5.3 5.3 0 1 1-10-1.2H3zM12.5 14.5h.1M9 6.5V3.5m-3 3L4.5 4.2" />,
  instagram: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.7" />
      <path d="M16.7 7.3h.1" />
    </>
  ),
  facebook: (
    <path d="M14 20.5V13h2.8l.4-3H14V8.2c0-1 .4-1.7 1.7-1.7h1.6V3.7c-.8-.1-1.5-.2-2.3-.2-2.5 0-4 1.5-4 4.2V10H8.3v3H11v7.5" />
  ),
  x: <path d="M4.5 4.5 19.5 19.5M19 4.5 5 19.5" />,
  youtube: (
    <path d="M3.5 8.5A2.5 2.5 0 0 1 6 6h12a2.5 2.5 0 0 1 2.5 2.5v7A2.5 2.5 0 0 1 18 18H6a2.5 2.5 0 0 1-2.5-2.5zM10.3 9.3v5.4l4.5-2.7z" />
  ),
  linkedin: <path d="M4.5 4.5h15v15h-15zM8 10.5V16m0-8.3v.1M11.5 16v-5.5m0 2.5c0-1.5 1-2.5 2.3-2.5S16 11.5 16 13v3" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/** Content names icons as plain text; unknown ones show nothing. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(drawings, name);
}

export function Icon({ name, className = "size-6" }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      {drawings[name]}
    </svg>
  );
}
