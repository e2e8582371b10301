// Word of the cart between the windows of one browser. Not here: what a window makes of it.
const channelName = "fieldhouse-cart";
const thisWindow = Math.random();

/** Tells the other windows that the cart has this version now, or that it became an order: no version. */
export function tellOtherWindows(version = Number.POSITIVE_INFINITY): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ version, from: thisWindow });
  channel.close();
}

/** Hears the versions that other windows tell, until what it returns is called. */
export function hearOtherWindows(hear: (version: number) => void): (() => void) | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data: { version, from } }: MessageEvent<{ version: number; from: number }>) => {
    if (from !== thisWindow) hear(version);
  };
  return () => channel.close();
}
