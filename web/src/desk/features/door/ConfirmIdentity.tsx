// Asked before what is dangerous, when it is a while since somebody showed who they are. The act goes on by itself.
import { useQueryClient } from "@tanstack/react-query";
import { send } from "../../shared/client";
import { type DeskSessionView, sessionUrl, to } from "../../shared/endpoints";
import { useSession } from "../../shared/session";
import { Button } from "../../ui/Button";
import { Window } from "../../ui/Window";
import { ProofForm } from "./ProofForm";

export function ConfirmIdentity({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const client = useQueryClient();
  const { email } = useSession();
  const confirmed = (session: DeskSessionView) => {
    client.setQueryData([sessionUrl], session);
    onAnswer(true);
  };
  return (
    <Window open onClose={() => onAnswer(false)} title="Please confirm that it is you">
      <div className="grid gap-4 overflow-y-auto px-4 py-4">
        <p className="text-muted">What you are about to do needs a fresh proof. It goes on by itself then.</p>
        <ProofForm
          email={email}
          act="Confirm"
          onPasskey={async (answer) => confirmed(await send("POST", to("/desk/api/session/confirm/passkey"), answer))}
          onPassword={async (proof) => confirmed(await send("POST", to("/desk/api/session/confirm/password"), proof))}
        />
      </div>
      <div className="flex justify-end border-line border-t px-4 py-3">
        <Button onClick={() => onAnswer(false)}>Leave it</Button>
      </div>
    </Window>
  );
}
