// The tab 'Team roster': one row a player, everybody gets the chosen products in their size. With an order in the address it is
// the roster of that order's next season.
import { lazy } from "react";
import { useSearchParams } from "../../../ui/router";
import { RosterWorkbench } from "./RosterWorkbench";
import { rosterWords } from "./roster-words";

/** With rules of its own, which only such a roster loads. */
const SeasonRoster = lazy(() => import("./SeasonRoster"));

export default function RosterTab() {
  const [address] = useSearchParams();
  const order = address.get("order") ?? "";
  return order === "" ? (
    <RosterWorkbench {...rosterWords} />
  ) : (
    <SeasonRoster key={order} order={order} signature={address.get("key") ?? ""} />
  );
}
