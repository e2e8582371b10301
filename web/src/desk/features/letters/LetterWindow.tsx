// A letter as it would be read: its subject, its page in a frame that may nothing, and its text.
import { useState } from "react";
import { type BrandLettersView, type BrandLetterView, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { Button } from "../../ui/Button";
import { Failed } from "../../ui/Page";
import { Window } from "../../ui/Window";

interface LetterProps {
  brand: BrandLettersView;
  letter: BrandLetterView;
  onClose: () => void;
}

export function LetterWindow({ brand, letter, onClose }: LetterProps) {
  const [asText, setAsText] = useState(false);
  const { data, error, refetch } = useDesk(to("/desk/api/letters/{site}/{kind}/preview", brand.site, letter.kind));
  return (
    <Window open wide onClose={onClose} title={letter.name}>
      <div className="grid min-h-0 flex-1 content-start gap-3 overflow-y-auto px-4 py-3">
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
          <dt className="text-muted">Subject</dt>
          <dd className="break-words font-medium">{data?.subject ?? "\u00a0"}</dd>
          <dt className="text-muted">Written of</dt>
          <dd>{data?.about ?? "\u00a0"}</dd>
        </dl>
        {asText ? (
          <section
            aria-label="The letter as text"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
            tabIndex={0}
            className="h-[50dvh] overflow-auto whitespace-pre-wrap break-words rounded-brand border border-line px-3 py-2"
          >
            {data?.text}
          </section>
        ) : (
          <iframe
            title="The letter as it is read"
            sandbox=""
            src={to("/desk/api/letter-pages/{site}/{kind}", brand.site, letter.kind)}
            className="h-[50dvh] w-full rounded-brand border border-line bg-white"
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-3">
        <p className="mr-auto text-muted">Nothing is sent.</p>
        <Button aria-pressed={asText} onClick={() => setAsText(!asText)}>
          As text
        </Button>
        <Button tone="action" onClick={onClose}>
          Close
        </Button>
      </div>
    </Window>
  );
}
