// Who sits at the desk, and what they may do. What is not theirs is not shown; the server decides in any case.
import { createContext, useContext } from "react";
import type { DeskSessionView } from "./endpoints";

export const SessionContext = createContext<DeskSessionView | undefined>(undefined);

export function useSession(): DeskSessionView {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs somebody who signed in");
  return session;
}

/** Whether they may do something, at a brand or at any. */
export function useMay(): (permission: string, site?: string) => boolean {
  const { allowed } = useSession();
  return (permission, site) =>
    allowed.some((row) => row.permission === permission && (site === undefined || (row.sites?.includes(site) ?? true)));
}

/** Up to how many cents they may do something alone at a brand; nothing where there is no end to it. */
export function useCap(permission: string, site: string): number | undefined {
  const { allowed } = useSession();
  return allowed.find((row) => row.permission === permission && (row.sites?.includes(site) ?? true))?.cap ?? undefined;
}

/** The brands where they may do something, of all the store has. */
export function useBrandsOf(permission: string): readonly Brand[] {
  const may = useMay();
  return brands.filter(({ site }) => may(permission, site));
}

export interface Brand {
  site: string;
  name: string;
}

/** The document names them; the dev server's does not. */
function readBrands(): readonly Brand[] {
  const told = document.getElementById("root")?.dataset.brands;
  return told === undefined ? [] : (JSON.parse(told) as Brand[]);
}

export const brands = readBrands();

export function brandName(site: string): string {
  return brands.find((brand) => brand.site === site)?.name ?? site;
}
