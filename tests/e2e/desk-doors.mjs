// The desk's doors: passkeys, the proof that a dangerous act asks for, and who works for the store.
import assert from "node:assert/strict";
import { journey } from "./journey.mjs";
import { inLetterTo } from "./letters.mjs";
import { accept, invite, recoveryCodes, signIn } from "./staff.mjs";
import { journeys } from "./world.mjs";

/** A device that has a fingerprint, and gives it at once. */
async function fingerprints(shopper) {
  const device = await shopper.context.newCDPSession(shopper.page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The next call of an address is answered as to somebody who showed a quarter of an hour ago who they are. */
async function asLongAgo(page, address) {
  const title = "Please confirm that it is you.";
  const body = JSON.stringify({ type: "about:blank", title, status: 403, code: "reauthenticate", requestId: "1" });
  await page.route(address, (route) => route.fulfill({ status: 403, contentType: "application/problem+json", body }), {
    times: 1,
  });
}

function passkeys(world) {
  journey(
    world,
    "an invitation is accepted with a passkey, which signs in and confirms without an e-mail",
    async (trip) => {
      const { store, arrive } = trip;
      const shopper = await arrive();
      const { page } = shopper;
      await fingerprints(shopper);
      await shopper.visit(await invite(store, "passkey@store.example", { role: "manager" }));
      await page.getByRole("button", { name: "Accept with a passkey" }).click();
      await shopper.heading("Welcome to the desk").waitFor();
      await page.getByRole("link", { name: "To the desk" }).click();
      await shopper.heading("Queues").waitFor();

      await page.getByRole("link", { name: /^My account/ }).click();
      const own = page.getByRole("region", { name: "Passkeys" });
      await own.getByText("First passkey").waitFor();
      await own.getByRole("button", { name: "Take out First passkey" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Take it out" }).click();
      await page.getByText("This is your only way in. Please add another one first.").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Leave it" }).click();

      await page.getByRole("button", { name: "Sign out" }).click();
      await shopper.heading("Sign in").waitFor();
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await shopper.heading("Queues").waitFor();

      // What is dangerous goes on by itself once it is clear who it is.
      await page.getByRole("link", { name: "Staff" }).click();
      await page.getByRole("button", { name: "Invite somebody" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("Lena Fox");
      await page.getByRole("textbox", { name: "E-mail" }).fill("lena@store.example");
      await page.getByRole("checkbox", { name: "Warehouse" }).check();
      await asLongAgo(page, "**/desk/api/staff");
      await page.getByRole("button", { name: "Send the invitation" }).click();
      await page.getByRole("button", { name: "Confirm with a passkey" }).click();
      await page.getByRole("status").getByText("Lena Fox is invited").waitFor();
      await page.getByRole("row", { name: /Lena Fox/ }).waitFor();
      // The browser says that the way in was refused, and that a proof was wanted.
      shopper.problems = shopper.problems.filter((problem) => !/status of (401|403|409)/.test(problem));
      shopper.nothingWrong();
    },
  );
}

function team(world) {
  journey(
    world,
    "somebody is invited by letter, given other roles, suspended and restored; roles are edited",
    async (trip) => {
      const { store, arrive } = trip;
      const owner = await arrive();
      const { page } = owner;
      const { app } = await accept(owner, await invite(store, "owner@store.example", { name: "Olive Owner" }));
      const window = page.getByRole("dialog");
      await page.getByRole("link", { name: "Staff" }).click();
      await page.getByRole("button", { name: "Invite somebody" }).click();
      await window.getByRole("textbox", { name: "Name" }).fill("Sam Whitaker");
      await window.getByRole("textbox", { name: "E-mail" }).fill("not an e-mail");
      await window.getByRole("checkbox", { name: "Support" }).check();
      await window.getByRole("checkbox", { name: "All brands" }).uncheck();
      await window.getByRole("checkbox", { name: "US Games" }).check();
      await window.getByRole("button", { name: "Send the invitation" }).click();
      await window.getByRole("alert").waitFor();
      await window.getByRole("textbox", { name: "E-mail" }).fill("sam@store.example");
      await asLongAgo(page, "**/desk/api/staff");
      await window.getByRole("button", { name: "Send the invitation" }).click();
      const proof = page.getByRole("dialog", { name: "Please confirm that it is you" });
      await proof.getByLabel("Password").fill("three quiet owls at noon");
      await proof.getByLabel("One-time code").fill(app.code());
      await proof.getByRole("button", { name: "Confirm with a password" }).click();
      await page.getByText("Sam Whitaker is invited").waitFor();
      const row = page.getByRole("row", { name: /Sam Whitaker/ });
      await row.getByText("Support at US Games").waitFor();

      // The letter's link leads in; who is of one brand sees that brand alone, and no page of what they may not do.
      const sam = await arrive();
      const link = await inLetterTo(store.mailFolder, "sam@store.example", /\/desk\/invitation#[\w-]+/);
      await accept(sam, link);
      assert.equal(await sam.page.getByRole("link", { name: "Staff" }).count(), 0);
      await sam.page.getByRole("link", { name: "All orders" }).click();
      await sam.heading("Orders").waitFor();
      assert.equal(await sam.page.getByLabel("Brand", { exact: true }).count(), 0);

      await row.getByRole("button", { name: "Roles: Sam Whitaker" }).click();
      await window.getByRole("checkbox", { name: "All brands" }).check();
      await window.getByRole("button", { name: "Give these roles" }).click();
      // Accepting the invitation came between: told, read again, and the next try is at what is.
      await window.getByText("Somebody else has changed this person.").waitFor();
      await window.getByRole("button", { name: "Give these roles" }).click();
      await row.getByText("Support", { exact: true }).waitFor();
      await row.getByRole("button", { name: "Suspend: Sam Whitaker" }).click();
      await window.getByLabel("Why").fill("Left the company");
      await window.getByRole("button", { name: "Suspend them" }).click();
      await row.getByText("Suspended").waitFor();
      await sam.page.getByRole("searchbox", { name: "Search orders" }).fill("anything");
      await sam.page.keyboard.press("Enter");
      await sam.heading("Your session has ended").waitFor();
      await row.getByRole("button", { name: "Restore: Sam Whitaker" }).click();
      await window.getByRole("button", { name: "Restore them" }).click();
      await row.getByText("Works here").waitFor();

      // The owner is the last one, and stays.
      await page.getByRole("button", { name: "Suspend: Olive Owner" }).click();
      await window.getByRole("button", { name: "Suspend them" }).click();
      await window.getByText("A store needs an owner. Please make somebody else one first").waitFor();
      await window.getByRole("button", { name: "Leave it" }).click();

      await page.getByRole("link", { name: "Roles" }).click();
      await page.getByRole("button", { name: "Edit Support" }).click();
      await window.getByRole("checkbox", { name: "Create refunds" }).check();
      await window.getByRole("textbox", { name: "Create refunds: alone up to" }).fill("75");
      await window.getByText("1 more, 0 fewer than before.").waitFor();
      await window.getByRole("button", { name: "Save the role" }).click();
      await page.getByRole("cell", { name: "to $75.00" }).waitFor();

      // All of it is in the audit log, which can be taken along.
      await page.getByRole("link", { name: "Audit" }).click();
      await page.getByRole("row", { name: /staff\.suspended.*Left the company/ }).waitFor();
      const file = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export all of it" }).click();
      assert.equal((await file).suggestedFilename(), "audit.jsonl");
      await page.getByText("That you took it is written down in it.").waitFor();

      await page.getByRole("link", { name: /^My account/ }).click();
      await page.getByRole("button", { name: "New codes" }).click();
      await window.getByRole("button", { name: "Make new codes" }).click();
      const codes = await recoveryCodes(window);
      assert.equal(codes.length, 10);
      await window.getByRole("button", { name: "I have kept them" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await signIn(owner, "owner@store.example", codes[0]);
      await owner.heading("Queues").waitFor();
      for (const shopper of [owner, sam]) {
        shopper.problems = shopper.problems.filter((problem) => !/status of (401|403|409|422)/.test(problem));
        shopper.nothingWrong();
      }
    },
  );
}

journeys([passkeys, team]);
