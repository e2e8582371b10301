// The page renderer: one function from a request with its data to a page's markup. Runs inside the
// server's embedded engine, so nothing here may need a browser or Node.
import "./server-shims";
import type { ShellView } from "@fieldhouse/rules";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server.edge";
import { App, Surroundings } from "./app/App";
import "./app/all-parts";
import { drawings } from "./brands/drawings";
import { drawWith } from "./brands/WordMark";
import { apiUrls } from "./shared/endpoints";
import { type HeadCollector, HeadCollectorContext, headMarkup } from "./shared/head";
import { keepWhatIs, numberThing, takeAhead } from "./shared/kept";
import { pageDataUrls } from "./shared/page-data";
import { newQueryClient, type PageData, prime } from "./shared/queries";
import { StaticRouter } from "./ui/router";

drawWith(drawings);

let surround = (part: ReactNode): ReactNode => part;
if (!globalThis.__fieldhouseKeepsNothing) keepWhatIs((part) => renderToString(surround(part)));

interface RenderRequest {
  site: string;
  /** Path with query, or a whole address. */
  url: string;
  /** `https://host` for absolute addresses in the head; taken from `url` when that is absolute. */
  origin?: string;
  data: PageData;
}

interface RenderedPage {
  status: number;
  html: string;
  head: string;
  location?: string;
}

function render(request: RenderRequest, shell: ShellView): RenderedPage {
  const [, originInUrl = "", address = "/"] = /^(https?:\/\/[^/?#]+)?([^#]*)/.exec(request.url) ?? [];
  const origin = request.origin ?? originInUrl;
  const cut = address.indexOf("?");
  const pathname = cut < 0 ? address : address.slice(0, cut);
  const search = cut < 0 ? "" : address.slice(cut);

  const client = newQueryClient();
  prime(client, { [apiUrls.shell]: shell, ...request.data });
  for (const url of pageDataUrls(pathname, search)) {
    if (client.getQueryData([url]) === undefined) client.setQueryData([url], null);
  }

  const collector: HeadCollector = { head: undefined, status: 200, origin };
  const place = {
    client,
    site: request.site,
    router: (children: ReactNode) => <StaticRouter at={pathname + search}>{children}</StaticRouter>,
  };
  // Parts that are kept are drawn while the page is: they have what the page's other parts have around them.
  surround = (part) => <Surroundings {...place}>{part}</Surroundings>;
  const html = renderToString(
    <HeadCollectorContext value={collector}>
      <App {...place} />
    </HeadCollectorContext>,
  );
  // Otherwise the client's garbage-collection timers would keep the engine's queue from emptying.
  client.clear();
  const head = collector.head ?? { title: shell.brand.name };
  return {
    status: collector.status,
    html: takeAhead() + html,
    head: headMarkup(head, origin, shell.brand),
  };
}

/** Frames that were read, by their texts: there are as many as brands, and those of previews. */
const shells = new Map<string, ShellView>();
const MOST_SHELLS = 16;

function shellOf(json: string): ShellView {
  let shell = shells.get(json);
  if (shell === undefined) {
    if (shells.size >= MOST_SHELLS) shells.clear();
    shell = JSON.parse(json) as ShellView;
    shells.set(json, shell);
    numberThing(shell);
  }
  return shell;
}

declare global {
  /** Set before this script runs where pages are compared with those of which nothing was kept. */
  var __fieldhouseKeepsNothing: boolean | undefined;
  var __fieldhouseRender: (text: string) => string;
}

// A line with the request, and the brand's frame, which most pages share. A line with the page's head, and its markup as it is.
globalThis.__fieldhouseRender = (text) => {
  const line = text.indexOf("\n");
  const request = JSON.parse(text.slice(0, line)) as RenderRequest;
  const { html, ...page } = render(request, shellOf(text.slice(line + 1)));
  return `${JSON.stringify(page)}\n${html}`;
};
