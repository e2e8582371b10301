// Everything above the pages: data, router, mini-cart, messages, and the frame around each page.
import type { Site } from "@fieldhouse/rules";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MiniCartProvider, useMiniCart } from "../shared/mini-cart";
import { QuickViewProvider } from "../shared/quick-view";
import { SiteContext } from "../shared/site";
import { ToastProvider } from "../ui/Toast";
import { Layout } from "./Layout";
import { Pages } from "./routes";

interface AppProps {
  client: QueryClient;
  site: Site;
  router: (children: ReactNode) => ReactNode;
}

export function App(props: AppProps) {
  return (
    <Surroundings {...props}>
      <Messages>
        <Layout>
          <Pages />
        </Layout>
      </Messages>
    </Surroundings>
  );
}

/** What every part of a page may ask for; nothing of it is drawn. */
export function Surroundings({ client, site, router, children }: AppProps & { children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <SiteContext value={site}>
        {router(
          <MiniCartProvider>
            <QuickViewProvider>{children}</QuickViewProvider>
          </MiniCartProvider>,
        )}
      </SiteContext>
    </QueryClientProvider>
  );
}

/** Messages know of the mini-cart: they give way to it. */
function Messages({ children }: { children: ReactNode }) {
  return <ToastProvider giveWay={useMiniCart().open}>{children}</ToastProvider>;
}
