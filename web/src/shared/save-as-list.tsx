// The way to a saved list: a button where somebody has signed in, nothing where nobody has. Its window is loaded when it is opened.
import { lazy, Suspense, useState } from "react";
import { Button } from "../ui/Button";
import { apiUrls } from "./endpoints";
import { useApi } from "./queries";

const NameList = lazy(() => import("./lists/NameList"));

interface Props {
  /** Id of an order; empty for the cart. */
  order?: string;
  size?: "small";
}

export function SaveAsList({ order = "", size }: Props) {
  const { data: session } = useApi(apiUrls.session);
  const [open, setOpen] = useState(false);
  if (session?.type !== "customer") return null;
  return (
    <>
      <Button tone="outline" size={size} onClick={() => setOpen(true)}>
        Save As A List
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <NameList order={order} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
