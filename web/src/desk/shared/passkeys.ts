// Passkeys in the browser: the JSON forms of the standard to what `navigator.credentials` takes, and back. Written out
// because older browsers lack the conversions.
import type { AnsweredDraft, AskedView } from "./endpoints";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const textOf = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

interface Descriptor {
  id: string;
  type: "public-key";
  transports?: AuthenticatorTransport[];
}

interface Options {
  publicKey: {
    challenge: string;
    user?: { id: string; name: string; displayName: string };
    allowCredentials?: Descriptor[];
    excludeCredentials?: Descriptor[];
  };
}

const known = (list: Descriptor[] | undefined) => list?.map((row) => ({ ...row, id: bytesOf(row.id) }));

/** What the browser is asked, in bytes. */
export function optionsOf({ options }: AskedView): CredentialCreationOptions & CredentialRequestOptions {
  const { publicKey } = options as Options;
  const { challenge, user, allowCredentials, excludeCredentials, ...rest } = publicKey;
  const asked = {
    ...rest,
    challenge: bytesOf(challenge),
    ...(user ? { user: { ...user, id: bytesOf(user.id) } } : {}),
    ...(allowCredentials ? { allowCredentials: known(allowCredentials) } : {}),
    ...(excludeCredentials ? { excludeCredentials: known(excludeCredentials) } : {}),
  };
  return { publicKey: asked as unknown as PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions };
}

/** What the browser answered, as it is sent. */
export function answerOf({ ceremony }: AskedView, credential: PublicKeyCredential): AnsweredDraft {
  const { response } = credential;
  const common = {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    extensions: credential.getClientExtensionResults(),
  };
  const clientDataJSON = textOf(response.clientDataJSON);
  if ("attestationObject" in response) {
    const made = response as AuthenticatorAttestationResponse;
    const told = {
      clientDataJSON,
      attestationObject: textOf(made.attestationObject),
      transports: made.getTransports(),
    };
    return { ceremony, credential: { ...common, response: told } };
  }
  const shown = response as AuthenticatorAssertionResponse;
  const told = {
    clientDataJSON,
    authenticatorData: textOf(shown.authenticatorData),
    signature: textOf(shown.signature),
    userHandle: shown.userHandle ? textOf(shown.userHandle) : null,
  };
  return { ceremony, credential: { ...common, response: told } };
}

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean => "PublicKeyCredential" in globalThis;

/** Nothing when somebody called it off. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | undefined> {
  try {
    return ((await ask()) as PublicKeyCredential | null) ?? undefined;
  } catch (failure) {
    if (failure instanceof DOMException && (failure.name === "NotAllowedError" || failure.name === "AbortError"))
      return undefined;
    throw failure;
  }
}

/** Makes a passkey. */
export async function makePasskey(view: AskedView): Promise<AnsweredDraft | undefined> {
  const made = await asked(() => navigator.credentials.create(optionsOf(view)));
  return made && answerOf(view, made);
}

/** Shows one that was made. */
export async function showPasskey(view: AskedView): Promise<AnsweredDraft | undefined> {
  const shown = await asked(() => navigator.credentials.get(optionsOf(view)));
  return shown && answerOf(view, shown);
}
