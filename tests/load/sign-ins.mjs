// Sign-ins: how many a second beside people who browse, and whether the time of a refusal tells a known address.
import { once } from "node:events";
import { request } from "node:http";
import { performance } from "node:perf_hooks";

export const PASSWORD = "seven green llamas";
/** Tries an account before it has to wait. */
const TRIES = 10;
const ACCOUNTS = 100;

// Node resolves no *.localhost names; the host name goes in the header.
async function post(port, path, body) {
  const asked = request({
    method: "POST",
    host: "127.0.0.1",
    port,
    path,
    headers: { "content-type": "application/json", host: `fieldhouse.localhost:${port}` },
  });
  asked.end(JSON.stringify(body));
  const [response] = await once(asked, "response");
  const text = (await response.toArray()).join("");
  return { status: response.statusCode, retryAfter: Number(response.headers["retry-after"] ?? 0), text };
}

const known = (index) => `known-${String(index).padStart(3, "0")}@bench.example`;
const unknown = (index) => `other-${String(index).padStart(3, "0")}@bench.example`;

/** Makes an account. */
export async function enroll(port, email) {
  const { status, text } = await post(port, "/api/features/Account/register", {
    email,
    confirmEmail: email,
    title: "Coach",
    firstName: "Pat",
    lastName: "Margolis",
    phoneNumber: "214-555-0142",
    classification: "Club",
    address: "100 Field Road",
    country: "US",
    city: "Austin",
    state: "TX",
    zip: "78701",
    password: { new: PASSWORD, confirm: PASSWORD },
  });
  if (status !== 200) throw new Error(`${email}: ${status} ${text}`);
}

/** Makes the accounts that are signed in to. */
export async function register(port) {
  for (let index = 0; index < ACCOUNTS; index++) await enroll(port, known(index));
}

/**
 * Sign-ins a second of `clients` who sign in again and again while `browse` runs; who is told to come back does so
 * when it was told to.
 */
export async function signInsBeside(port, clients, browse) {
  let [running, done, refused, slowestRefusal] = [true, 0, 0, 0];
  const client = async (number) => {
    for (let turn = number; running; turn += clients) {
      const began = performance.now();
      const body = { email: known(turn % ACCOUNTS), password: PASSWORD };
      const { status, retryAfter, text } = await post(port, "/api/auth/signin", body);
      if (status === 200) done += 1;
      else if (status === 503 || status === 429) {
        refused += 1;
        slowestRefusal = Math.max(slowestRefusal, performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
      } else throw new Error(`${body.email}: ${status} ${text}`);
    }
  };
  const began = performance.now();
  const all = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const browsed = await browse();
  const seconds = (performance.now() - began) / 1000;
  const perSecond = done / seconds;
  running = false;
  await all;
  return { browsed, perSecond, refused, slowestRefusal };
}

/**
 * How well the time of an answer tells a known address from an unknown one, in 1,000 pairs that take turns in being
 * first: the chance that the known one takes longer, 0.5 when it tells nothing (R40). Each name is asked about as often
 * as the other, and no more often than is answered without a wait.
 */
async function pairs(ask) {
  const times = { known: [], unknown: [] };
  for (let turn = 0; turn < TRIES; turn++) {
    for (let index = 0; index < ACCOUNTS; index++) {
      const pair = [
        ["known", known(index)],
        ["unknown", unknown(index)],
      ];
      if ((turn + index) % 2 === 1) pair.reverse();
      for (const [kind, email] of pair) {
        const began = performance.now();
        await ask(email);
        times[kind].push(performance.now() - began);
      }
    }
  }
  let longer = 0;
  for (const a of times.known) for (const b of times.unknown) longer += a > b ? 1 : a === b ? 0.5 : 0;
  return { pairs: times.known.length, auc: longer / (times.known.length * times.unknown.length) };
}

/** Of a refused sign-in. */
export const refusedSignIns = (port) =>
  pairs(async (email) => {
    const { status } = await post(port, "/api/auth/signin", { email, password: "not the password" });
    if (status !== 401) throw new Error(`${email}: ${status}`);
  });

/** Of a request for a link to set a password. */
export const resetRequests = (port) =>
  pairs(async (email) => {
    const body = { email, storeKey: "fieldhouse" };
    const { status } = await post(port, "/api/features/Account/password-token", body);
    if (status !== 200) throw new Error(`${email}: ${status}`);
  });
