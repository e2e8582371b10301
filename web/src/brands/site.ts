// Which brand a key or a host name stands for; the default where it stands for none.
import type { Site } from "@fieldhouse/rules";

const sites: readonly Site[] = ["fieldhouse", "usgames", "athleticconnection", "varsitybrands"];

export function siteOf(key: string | undefined): Site {
  return sites.find((site) => site === key) ?? "fieldhouse";
}

/** `usgames.localhost` is usgames: for the dev server, where no server said so. */
export function siteOfHost(host: string): Site {
  return siteOf(host.split(".")[0]);
}
