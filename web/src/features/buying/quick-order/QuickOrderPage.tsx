// The quick order page (cart §2): ordering by product number, in tabs beside the other ways to fill a cart fast.
import { Tabs } from "@base-ui/react/tabs";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { useText } from "../../../shared/text/texts";
import { useSearchParams } from "../../../ui/router";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { QuickOrderForm } from "./QuickOrderForm";

interface Tab {
  /** Value of `?tab=` in the address. */
  name: string;
  label: string;
  Content: ComponentType;
}

// The roster tabs bring rules of their own: nobody loads them who only types product numbers.
const tabs: readonly [Tab, ...Tab[]] = [
  { name: "quick-order", label: "Quick order", Content: QuickOrderForm },
  { name: "team-roster", label: "Team roster", Content: lazy(() => import("../roster/RosterTab")) },
  { name: "paste-list", label: "Paste list", Content: lazy(() => import("../roster/PasteListTab")) },
];

export default function QuickOrderPage() {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const chosen = tabs.find((tab) => tab.name === address.get("tab")) ?? tabs[0];
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([chosen.name]));
  if (!opened.has(chosen.name)) setOpened(new Set([...opened, chosen.name]));
  function open(name: string): void {
    // Whatever else the address says, a roster's earlier order, stays with its tab.
    const next = new URLSearchParams(address);
    if (name === tabs[0].name) next.delete("tab");
    else next.set("tab", name);
    setAddress(next, { replace: true });
  }
  return (
    <div className="page-width pt-8">
      <h1 className="text-4xl md:text-5xl">{text("quickOrder.heading")}</h1>
      <Tabs.Root value={chosen.name} onValueChange={(name) => open(String(name))} className="mt-5">
        <Tabs.List aria-label="Ways to order" className="flex gap-1 overflow-x-auto border-line border-b">
          {tabs.map((tab) => (
            <Tabs.Tab
              key={tab.name}
              value={tab.name}
              className="min-h-11 shrink-0 whitespace-nowrap border-transparent border-b-3 px-4 font-semibold hover:bg-alt data-active:border-primary"
            >
              {tab.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, Content }) => (
          // What was typed in a tab stays there while another one is looked at.
          <Tabs.Panel key={name} value={name} keepMounted className="pt-6">
            <Suspense
              fallback={
                <LoadingShape>
                  <Skeleton className="h-40 rounded-brand" />
                </LoadingShape>
              }
            >
              {opened.has(name) ? <Content /> : null}
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  );
}
