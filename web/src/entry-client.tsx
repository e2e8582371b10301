// Start in the browser: load the rules, take the data the page came with, bring the page to life.
import { addBrand, loadRules, type Site } from "@fieldhouse/rules";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/App";
import { loadPublicPage, loadPublicPages } from "./app/public-pages";
import { siteOfHost } from "./brands/site";
import { readJson } from "./shared/client";
import { pageDataUrls, publicPageKind } from "./shared/page-data";
import { newQueryClient, type PageData, prime } from "./shared/queries";
import { whenSettled } from "./shared/settle";
import { BrowserRouter } from "./ui/router";
import "./styles.css";

/** What a page was made from, and of which catalogue and content. */
interface PageAnswer {
  of: string;
  data: PageData;
}

async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  const { brand } = root.dataset;
  if (brand !== undefined) addBrand(JSON.parse(brand));
  const kind = publicPageKind(location.pathname);
  // Rules are called synchronously while rendering, so they come first, and so does what the page is made of.
  const [answer] = await Promise.all([
    pageAnswer(root.dataset.page),
    loadRules(),
    // What does not come is asked for again while rendering, which says so.
    kind && loadPublicPage(kind).catch(() => undefined),
  ]);
  const site = siteNamed(document.documentElement.dataset);

  const client = newQueryClient();
  if (answer) prime(client, answer.data);

  // Hydration must start from what the markup was made from: of newer data the page is drawn anew.
  const rendered = root.firstElementChild !== null && answer?.of === root.dataset.of;
  if (rendered) {
    // What the server did not have it rendered as missing.
    for (const url of pageDataUrls(location.pathname, location.search)) {
      if (client.getQueryData([url]) === undefined) client.setQueryData([url], null);
    }
  }

  const app = (
    <StrictMode>
      <App client={client} site={site} router={(children) => <BrowserRouter>{children}</BrowserRouter>} />
    </StrictMode>
  );
  // In slices: a page that is only coming to life must not hold up a touch.
  if (rendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  whenSettled(loadPublicPages);
}

/** The server writes it into the page; the dev server does not. */
function siteNamed(named: DOMStringMap): Site {
  named.site ??= siteOfHost(location.hostname);
  named.design ??= named.site;
  return named.site;
}

/** Nothing when there is none, or when it cannot be had: then the page asks for its parts one by one. */
async function pageAnswer(url: string | undefined): Promise<PageAnswer | undefined> {
  if (!url) return undefined;
  return readJson<PageAnswer>(url).catch(() => undefined);
}

void start();
