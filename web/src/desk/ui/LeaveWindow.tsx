// Asked of whoever leaves what is typed and not kept.
import { Button } from "./Button";
import { Window } from "./Window";

export function LeaveWindow({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Window open onClose={onStay} title="Leave without keeping it?">
      <p className="px-4 py-3">What you entered here is not kept yet, and is gone when you leave.</p>
      <div className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3">
        <Button onClick={onStay}>Stay here</Button>
        <Button tone="danger" onClick={onLeave}>
          Leave without keeping it
        </Button>
      </div>
    </Window>
  );
}
