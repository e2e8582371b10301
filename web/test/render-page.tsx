// Renders a page with all that the app puts around it, at an address, with a site's own content where it matters.
import type { ShellView } from "@fieldhouse/rules";
import { QueryClientProvider } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { apiUrls } from "../src/shared/endpoints";
import { MiniCartProvider } from "../src/shared/mini-cart";
import { newQueryClient } from "../src/shared/queries";
import { QuickViewProvider } from "../src/shared/quick-view";
import { MemoryRouter, useLocation } from "../src/ui/router";
import { ToastProvider } from "../src/ui/Toast";
import { shell } from "./cart-samples";

function Address({ seen }: { seen: { current: string } }) {
  const { pathname, search } = useLocation();
  seen.current = pathname + search;
  return null;
}

export interface RenderedPage extends RenderResult {
  /** The address the page is at now. */
  address: () => string;
}

export function renderPage(page: ReactNode, at = "/", content: ShellView = shell): RenderedPage {
  const seen = { current: at };
  const result = render(surrounded(page, at, content, seen));
  return { ...result, address: () => seen.current };
}

/** The page as it comes from the server: before scripts run, and where none ever do. */
export function renderBeforeScripts(page: ReactNode, at = "/", content: ShellView = shell): RenderResult {
  const html = renderToString(surrounded(page, at, content, { current: at }));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React wrote a line above
  return render(<div dangerouslySetInnerHTML={{ __html: html }} />);
}

function surrounded(page: ReactNode, at: string, content: ShellView, seen: { current: string }): ReactNode {
  const client = newQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false, gcTime: 0 } });
  // The app around a page never lets go of it.
  client.setQueryDefaults([apiUrls.shell], { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData([apiUrls.shell], content);
  return (
    <QueryClientProvider client={client}>
      <MemoryRouter at={at}>
        <ToastProvider>
          <MiniCartProvider>
            <QuickViewProvider>
              <main>{page}</main>
            </QuickViewProvider>
          </MiniCartProvider>
        </ToastProvider>
        <Address seen={seen} />
      </MemoryRouter>
    </QueryClientProvider>
  );
}
