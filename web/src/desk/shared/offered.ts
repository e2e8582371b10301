// What the page that is shown can do, for the command box: pages offer it while they are there.
import { useEffect } from "react";

export interface Offer {
  /** What it is called, as the button of it. */
  label: string;
  /** What it is about. */
  about: string;
  run: () => void;
}

let offered: readonly Offer[] = [];

/** Offers acts, the ones that may be done now. */
export function useOffers(offers: readonly Offer[]): void {
  useEffect(() => {
    offered = offers;
    return () => {
      offered = [];
    };
  });
}

/** What can be done here. */
export const offersHere = (): readonly Offer[] => offered;
