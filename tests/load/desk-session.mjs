// Somebody at the desk of a store that is measured: an owner who came by the command line's link.
import { execFileSync } from "node:child_process";
import { Authenticator, password } from "../e2e/staff.mjs";
import { binary } from "./stage.mjs";

/** Asks the desk's operations of the store at `base`, on `database`. */
export async function deskOf(base, database) {
  const env = { ...process.env, DATABASE_URL: database };
  const who = ["--owner", "--email", "bench@store.example", "--name", "Dana Reyes"];
  const told = execFileSync(binary, ["staff", "invite", ...who], { env, encoding: "utf8" });
  const token = /\/desk\/invitation#(\S+)/.exec(told)[1];
  let cookie = "";
  const ask = async (path, body) => {
    const headers = { "content-type": "application/json", origin: base, ...(cookie && { cookie }) };
    const how = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(base + path, how);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    cookie ||= response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return response;
  };
  const { ceremony, secret } = await (await ask("/desk/api/invitations/codes", { token })).json();
  const code = new Authenticator(secret).code();
  const chosen = { new: password, confirm: password, ceremony, code };
  await ask("/desk/api/invitations/accept", { token, name: "Dana Reyes", password: chosen });
  return ask;
}
