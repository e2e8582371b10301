// What whoever opened a preview's link sees above every page: that these are drafts, until when, and the way out.
import { useShell } from "../../../shared/site";

export function PreviewBanner() {
  const { preview } = useShell();
  if (!preview) return null;
  // In one form for the page renderer and every browser, so that nothing changes when the page comes alive.
  const until = `${preview.until.slice(0, 16).replace("T", " ")} UTC`;
  return (
    <aside aria-label="Preview" className="border-ink border-b-2 border-dashed bg-highlight text-ink">
      <p className="page-width flex min-h-11 flex-wrap items-center justify-center gap-x-4 py-1 text-center">
        <span>
          <strong>Preview.</strong> You see drafts that nobody else sees, until{" "}
          <time dateTime={preview.until}>{until}</time>.
        </span>
        {/* Not through the router: everything that was loaded with the drafts is left behind. */}
        <a href={preview.leaveHref} className="inline-flex min-h-11 items-center font-semibold underline">
          Leave preview
        </a>
      </p>
    </aside>
  );
}
