// The list of keys.
import { keyList } from "../shared/keys";
import { Button } from "../ui/Button";
import { Window } from "../ui/Window";

export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Window open onClose={onClose} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 overflow-y-auto px-4 py-3">
        {keyList.map(([key, means]) => (
          <div key={key} className="contents">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
      <p className="px-4 pb-3 text-muted">No key acts while you type or while a window is open.</p>
      <div className="flex justify-end border-line border-t px-4 py-3">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Window>
  );
}
