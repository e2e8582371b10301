// Those who work for the store: invited by the command line, come in through the desk's own pages.
import { createHmac } from "node:crypto";

export const password = "three quiet owls at noon";

/** The six digits of a base32 secret at a time step of half a minute (RFC 6238). */
function digits(secret, step) {
  const bits = [...secret.replace(/=+$/, "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", key).update(counter).digest();
  const number = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** An authenticator app: each code of it counts once, so the second it tells within half a minute is the next one's. */
export class Authenticator {
  #secret;
  #last = 0;

  constructor(secret) {
    this.#secret = secret;
  }

  code() {
    const step = Math.floor(Date.now() / 30_000);
    this.#last = Math.max(this.#last + 1, step);
    return digits(this.#secret, this.#last);
  }
}

/** Invites somebody; the link's address below the store's. Without a role an owner. */
export async function invite(store, email, { role = "", sites = "", name = "Dana Reyes" } = {}) {
  const rights = role ? ["--role", role] : ["--owner"];
  const where = sites ? ["--sites", sites] : [];
  const { stdout } = await store.run("staff", "invite", ...rights, ...where, "--email", email, "--name", name);
  const link = /\/desk\/invitation#\S+/.exec(stdout);
  if (!link) throw new Error(`no link in ${stdout}`);
  return link[0];
}

/** Accepts an invitation with password and codes, and goes on to the desk. The authenticator app, and recovery codes. */
export async function accept(shopper, link) {
  const { page } = shopper;
  await shopper.visit(link);
  await shopper.heading("You are invited to the desk").waitFor();
  await page.getByRole("button", { name: "Accept with a password and codes" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password again").fill(password);
  await page.getByRole("img", { name: "QR code for an authenticator app" }).waitFor();
  const app = new Authenticator(await page.locator("code").innerText());
  await page.getByLabel("Its first code").fill(app.code());
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await shopper.heading("Welcome to the desk").waitFor();
  const codes = await recoveryCodes(page);
  await page.getByRole("link", { name: "To the desk" }).click();
  await shopper.heading("Queues").waitFor();
  return { app, codes };
}

/** The recovery codes that are shown. */
export async function recoveryCodes(shown) {
  const list = shown.getByRole("list", { name: "Recovery codes" });
  await list.waitFor();
  return list.getByRole("listitem").allInnerTexts();
}

/** Signs in at the door that is shown. */
export async function signIn(shopper, email, code) {
  const { page } = shopper;
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("One-time code").fill(code);
  await page.getByRole("button", { name: "Sign in with a password" }).click();
}
