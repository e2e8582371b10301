// Which brand a host name stands for where no server said so.
import type { Site } from "@fieldhouse/rules";

const sites: readonly Site[] = ["fieldhouse", "usgames", "athleticconnection", "varsitybrands"];

/** `usgames.localhost` is usgames; the default where a name stands for none. */
export function siteOfHost(host: string): Site {
  const key = host.split(".")[0];
  return sites.find((site) => site === key) ?? "fieldhouse";
}
