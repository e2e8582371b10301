// Word between the windows of one browser: of the cart, and of who is signed in. Not here: what a window makes of it.
const thisWindow = Math.random();

/** A channel each: what a page hears while the browser keeps it for Back makes the browser drop it. */
type Subject = "cart" | "person";

function tell(subject: Subject, version?: number): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(`fieldhouse-${subject}`);
  channel.postMessage({ version, from: thisWindow });
  channel.close();
}

function listen(subject: Subject, hear: (version: number) => void): (() => void) | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel(`fieldhouse-${subject}`);
  channel.onmessage = ({ data: { version, from } }: MessageEvent<{ version: number; from: number }>) => {
    if (from !== thisWindow) hear(version);
  };
  return () => channel.close();
}

/** Tells the other windows that the cart has this version now, or that it became an order: no version. */
export function tellOtherWindows(version = Number.POSITIVE_INFINITY): void {
  tell("cart", version);
}

/** Hears the versions that other windows tell, until what it returns is called. */
export function hearOtherWindows(hear: (version: number) => void): (() => void) | undefined {
  return listen("cart", hear);
}

/** Tells the other windows that somebody signed in or out. Who it is they ask the server. */
export function tellOfPerson(): void {
  tell("person");
}

/** Hears that somebody signed in or out in another window, until what it returns is called. */
export function hearOfPerson(hear: () => void): (() => void) | undefined {
  return listen("person", hear);
}
