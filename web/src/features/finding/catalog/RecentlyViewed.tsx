// Products seen before this one (shell §3, §4): ids in local storage, newest first, at most 4 shown.
import { recentlyViewed, rememberViewed } from "@fieldhouse/rules";
import { useEffect, useState } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { useApi } from "../../../shared/queries";
import ProductRow from "./ProductRow";

const storageKey = "recentlyViewed";

function readStored(): string {
  try {
    return localStorage.getItem(storageKey) ?? "";
  } catch {
    return ""; // storage may be forbidden
  }
}

export default function RecentlyViewed({ productId }: { productId?: string }) {
  const [ids, setIds] = useState("");
  useEffect(() => {
    const stored = readStored();
    // The product itself takes none of the places.
    const others = stored.split(",").filter((id) => id !== productId);
    setIds(recentlyViewed(others.join(",")).join(","));
    if (productId === undefined) return;
    try {
      localStorage.setItem(storageKey, rememberViewed(stored, productId));
    } catch {
      // A full or forbidden storage only costs this row.
    }
  }, [productId]);
  const { data } = useApi(apiUrls.recentlyViewed(ids), { enabled: ids !== "" });
  return ids !== "" && data ? <ProductRow title="Recently viewed" products={data} /> : null;
}
