// Signing in at the desk. The address stays: who signs in is where they wanted to be.
import { send } from "../../shared/client";
import { to } from "../../shared/endpoints";
import { rememberPlace } from "../../shared/place";
import { Door } from "./Door";
import { ProofForm } from "./ProofForm";

const hasSingleSignOn = () => document.getElementById("root")?.dataset.singleSignOn !== undefined;

interface SignInProps {
  /** Somebody sat here until a moment ago. */
  ended: boolean;
  onSignedIn: () => Promise<void>;
}

export function SignIn({ ended, onSignedIn }: SignInProps) {
  return (
    <Door title={ended ? "Your session has ended" : "Sign in"}>
      {ended ? (
        <p role="status" className="text-muted">
          It ends after a while without use, and at the end of a day. Sign in, and you are where you were.
        </p>
      ) : null}
      <ProofForm
        act="Sign in"
        onPasskey={async (answer) => {
          await send("POST", to("/desk/api/sign-in/passkey"), answer);
          await onSignedIn();
        }}
        onPassword={async (proof) => {
          await send("POST", to("/desk/api/sign-in/password"), proof);
          await onSignedIn();
        }}
      />
      {hasSingleSignOn() ? (
        <a href="/desk/api/sign-in/sso" onClick={rememberPlace} className="text-center underline underline-offset-2">
          Single sign-on
        </a>
      ) : null}
      <p className="text-muted">Lost what you sign in with? Somebody who manages staff can invite you again.</p>
    </Door>
  );
}
