// Start in the browser: load the rules, take the data the page came with, bring the page to life.
import { loadRules } from "@fieldhouse/rules";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { newQueryClient, type PageData, prime } from "./api/queries";
import { App } from "./app/App";
import { pageDataUrls } from "./app/page-data";
import { siteOf, siteOfHost } from "./brands/site";
import "./styles.css";

async function start(): Promise<void> {
  // Rules are called synchronously while rendering, so they come first.
  await loadRules();
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  document.documentElement.dataset.site ??= siteOfHost(location.hostname);

  const client = newQueryClient();
  const embedded = document.getElementById("data")?.textContent;
  if (embedded) {
    // Either the bare record of answers, or the whole request the page was rendered from.
    const parsed = JSON.parse(embedded) as PageData & { data?: PageData };
    prime(client, parsed.data ?? parsed);
  }

  const rendered = root.firstElementChild !== null;
  if (rendered) {
    // What the server did not have it rendered as missing; hydration must start from the same.
    for (const url of pageDataUrls(location.pathname, location.search)) {
      if (client.getQueryData([url]) === undefined) client.setQueryData([url], null);
    }
  }

  const app = (
    <StrictMode>
      <App
        client={client}
        site={siteOf(document.documentElement.dataset.site)}
        router={(children) => <BrowserRouter>{children}</BrowserRouter>}
      />
    </StrictMode>
  );
  // In slices: a page that is only coming to life must not hold up a touch.
  if (rendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

void start();
