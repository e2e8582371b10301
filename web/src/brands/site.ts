// Which brand a host name stands for in the browser, when no server said so (the dev server).

const sites = ["fieldhouse", "usgames", "athleticconnection", "varsitybrands"];

export function siteOfHost(host: string): string {
  const label = host.split(".")[0] ?? "";
  return sites.includes(label) ? label : "fieldhouse";
}
