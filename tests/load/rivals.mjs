// Many at once: fifty clients of one cart, slow connections beside quick ones.
import { connect } from "node:net";
import { performance } from "node:perf_hooks";

const json = { "content-type": "application/json" };

async function add(base, sku, cookie) {
  const headers = cookie ? { ...json, cookie } : json;
  const body = JSON.stringify({ lines: [{ sku, quantity: 1 }] });
  const response = await fetch(`${base}/api/cart/lines`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

/**
 * Fifty clients, twenty tries each, on one line of one cart, half of them sets at the version seen, half adds. Every
 * accepted change carries a version of its own, so the cart must be the fold of them in that order: what is not is lost.
 */
export async function fiftyClients(base, sku) {
  const first = await add(base, sku);
  const cookie = first.headers.getSetCookie()[0].split(";")[0];
  const { cards } = await first.json();
  const line = cards[0].lineItems[0].lineItemId;
  const accepted = [];
  let refused = 0;
  const client = async (number) => {
    let seen = 1;
    for (let turn = 0; turn < 20; turn++) {
      if ((number + turn) % 2 === 0) {
        const { head } = await (await add(base, sku, cookie)).json();
        accepted.push({ version: head.version, apply: (quantity) => quantity + 1 });
        seen = head.version;
        continue;
      }
      const wanted = 1 + ((number * 20 + turn) % 900);
      const response = await fetch(`${base}/api/cart/lines/${line}`, {
        method: "PATCH",
        headers: { ...json, cookie },
        body: JSON.stringify({ quantity: wanted, version: seen }),
      });
      const answer = await response.json();
      if (response.ok) {
        accepted.push({ version: answer.head.version, apply: () => wanted });
        seen = answer.head.version;
      } else if (response.status === 409) {
        refused += 1;
        seen = answer.currentVersion;
      } else throw new Error(`${response.status} ${JSON.stringify(answer)}`);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: 50 }, (_, number) => client(number)));
  const milliseconds = performance.now() - began;
  accepted.sort((a, b) => a.version - b.version);
  const gapless = accepted.every(({ version }, index) => version === index + 2);
  const expected = accepted.reduce((quantity, { apply }) => apply(quantity), 1);
  const cart = await (await fetch(`${base}/api/cart/active`, { headers: { cookie } })).json();
  const lost = !gapless || cart.totalLineItemQuantity !== expected || cart.version !== accepted.length + 1;
  return { accepted: accepted.length, refused, lost, milliseconds };
}

/** The p99 of `measure` while `count` connections hold half a request head each (R60). */
export async function besideSlow(base, count, measure) {
  const { hostname, port } = new URL(base);
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const socket = connect(Number(port), hostname, () => {
            socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
            resolve(socket);
          });
          socket.once("error", reject);
        }),
    ),
  );
  // Being cut is what happens to slow ones.
  for (const socket of sockets) socket.on("error", () => {});
  try {
    return await measure();
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
