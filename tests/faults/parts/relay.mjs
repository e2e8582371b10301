// A line between nodes and their database that can be slow, drip, be cut, break off in the middle of an answer, or fall silent.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as after } from "node:timers";

/** @typedef {{ delay?: number, drip?: number, breakAfter?: number, silent?: boolean }} Manner */

/** A relay to the server of an address; nothing is wrong with it until it is told. */
export async function relay(url) {
  const { hostname, port } = new URL(url);
  /** @type {Manner} */
  let manner = {};
  const lines = new Set();
  /** Answers of a line that drip go out a byte at a time, and all at once when it does no longer. */
  const hold = (line, bytes) => {
    const drips = line.held.length > 0;
    line.held = Buffer.concat([line.held, bytes]);
    const next = () => {
      const now = line.held.subarray(0, manner.drip ? 1 : line.held.length);
      line.held = line.held.subarray(now.length);
      if (line.client.writable) line.client.write(now);
      if (line.held.length > 0) after(next, manner.drip);
    };
    if (!drips) after(next, manner.drip);
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const line = { client, upstream, passed: 0, held: Buffer.alloc(0) };
    lines.add(line);
    const close = () => {
      client.destroy();
      upstream.destroy();
      lines.delete(line);
    };
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ]) {
      from.on("error", close).on("close", close);
      from.on("data", (bytes) => {
        if (manner.silent) return;
        const answer = from === upstream;
        if (answer && manner.breakAfter !== undefined) {
          line.passed += bytes.length;
          if (line.passed > manner.breakAfter) {
            // Half of what came goes out, then the line is gone.
            to.write(bytes.subarray(0, bytes.length >> 1), close);
            return;
          }
        }
        if (answer && (manner.drip || line.held.length > 0)) hold(line, bytes);
        else if (!manner.delay) to.write(bytes);
        else if (answer) after(() => to.writable && to.write(bytes), manner.delay);
        else to.write(bytes);
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const through = new URL(url);
  through.port = String(/** @type {import("node:net").AddressInfo} */ (server.address()).port);
  return {
    url: through.href,
    /**
     * `delay` and `drip` are milliseconds, of an answer and of each of its bytes.
     * @param {Manner} other
     */
    behave(other) {
      manner = other;
      for (const line of lines) line.passed = 0;
    },
    /** Cuts every line there is. */
    cut() {
      for (const { client, upstream } of lines) {
        client.resetAndDestroy();
        upstream.resetAndDestroy();
      }
    },
    close() {
      this.cut();
      server.close();
    },
  };
}
