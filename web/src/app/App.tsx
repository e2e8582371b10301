// Everything above the pages: data, router, mini-cart, messages, and the frame around each page.
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ToastProvider } from "../ui/Toast";
import { Layout } from "./Layout";
import { MiniCartProvider } from "./mini-cart";
import { Pages } from "./routes";

export function App({ client, router }: { client: QueryClient; router: (children: ReactNode) => ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      {router(
        <ToastProvider>
          <MiniCartProvider>
            <Layout>
              <Pages />
            </Layout>
          </MiniCartProvider>
        </ToastProvider>,
      )}
    </QueryClientProvider>
  );
}
