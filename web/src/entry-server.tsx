// The page renderer: one function from a request with its data to a page's markup. Runs inside the
// server's embedded engine, so nothing here may need a browser or Node.
import "./server-shims";
import type { ShellView } from "@fieldhouse/rules";
import { renderToString } from "react-dom/server.edge";
import { App } from "./app/App";
import "./app/all-parts";
import { drawings } from "./brands/drawings";
import { drawWith } from "./brands/WordMark";
import { apiUrls } from "./shared/endpoints";
import { type HeadCollector, HeadCollectorContext, headMarkup } from "./shared/head";
import { pageDataUrls } from "./shared/page-data";
import { newQueryClient, type PageData, prime } from "./shared/queries";
import { bareShell } from "./shared/site";
import { StaticRouter } from "./ui/router";

drawWith(drawings);
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

function render(request: RenderRequest): RenderedPage {
  const [, originInUrl = "", address = "/"] = /^(https?:\/\/[^/?#]+)?([^#]*)/.exec(request.url) ?? [];
  const origin = request.origin ?? originInUrl;
  const cut = address.indexOf("?");
  const pathname = cut < 0 ? address : address.slice(0, cut);
  const search = cut < 0 ? "" : address.slice(cut);

  const client = newQueryClient();
  prime(client, request.data);
  for (const url of pageDataUrls(pathname, search)) {
    if (client.getQueryData([url]) === undefined) client.setQueryData([url], null);
  }

  const collector: HeadCollector = { head: undefined, status: 200, origin };
  const html = renderToString(
    <HeadCollectorContext value={collector}>
      <App
        client={client}
        site={request.site}
        router={(children) => <StaticRouter at={pathname + search}>{children}</StaticRouter>}
      />
    </HeadCollectorContext>,
  );
  // Otherwise the client's garbage-collection timers would keep the engine's queue from emptying.
  client.clear();
  const shell = request.data[apiUrls.shell] as ShellView | undefined;
  const { brand } = shell ?? bareShell(request.site);
  const head = collector.head ?? { title: brand.name };
  return {
    status: collector.status,
    html,
    head: headMarkup(head, origin, brand),
  };
}

declare global {
  var __fieldhouseRender: (requestJson: string) => string;
}

globalThis.__fieldhouseRender = (requestJson) => JSON.stringify(render(JSON.parse(requestJson) as RenderRequest));
