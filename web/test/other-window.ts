// A second window of the same browser: what it says of the cart, and of who is signed in, reaches the page under test. jsdom has
// no channels.
import { act } from "@testing-library/react";

export interface OtherWindow {
  /** Tells that the cart has this version now. */
  changed: (version: number) => Promise<void>;
  /** What the page under test told of its cart's versions. */
  heard: unknown[];
  /** Tells that somebody signed in or out. */
  signedInOrOut: () => Promise<void>;
  /** How often the page under test told so. */
  heardOfPerson: () => number;
  close: () => void;
}

/** To be opened before the page is drawn. */
export function otherWindow(): OtherWindow {
  const windows = new Set<Channel>();
  class Channel {
    onmessage: ((message: { data: unknown }) => void) | null = null;
    constructor(readonly name: string) {
      windows.add(this);
    }
    postMessage(data: unknown): void {
      for (const other of windows) if (other !== this && other.name === this.name) other.onmessage?.({ data });
    }
    close(): void {
      windows.delete(this);
    }
  }
  Object.assign(globalThis, { BroadcastChannel: Channel });
  const heard: unknown[] = [];
  // A third one, which only listens.
  new Channel("fieldhouse-cart").onmessage = ({ data }) => heard.push((data as { version: unknown }).version);
  let persons = 0;
  new Channel("fieldhouse-person").onmessage = () => {
    persons += 1;
  };
  return {
    heard,
    signedInOrOut: () => act(async () => new Channel("fieldhouse-person").postMessage({})),
    heardOfPerson: () => persons,
    changed: (version) => act(async () => new Channel("fieldhouse-cart").postMessage({ version })),
    close: () => void Reflect.deleteProperty(globalThis, "BroadcastChannel"),
  };
}
