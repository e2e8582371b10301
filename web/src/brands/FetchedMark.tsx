// The drawing of a word mark on a page that came without it.
import type { Site } from "@fieldhouse/rules";
import { drawings } from "./drawings";

export default function FetchedMark({ site }: { site: Site }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing
  return <g dangerouslySetInnerHTML={{ __html: drawings[site] ?? "" }} />;
}
