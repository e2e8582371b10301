// An OpenID provider on loopback for tests of single sign-on: a real one, `oidc-provider`, with two people in it. It signs in
// whoever the request's `login_hint` names, without a page in between. Prints its address when it listens.
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

const [callback] = process.argv.slice(2);
const people = JSON.parse(process.env.PEOPLE);

const server = createServer().listen(0, "127.0.0.1", () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: "desk", client_secret: "desk-secret", redirect_uris: [callback], response_types: ["code"] }],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    // Everything in the ID token: the desk asks nothing else.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        accountId: context.oidc.session.accountId,
        clientId: context.oidc.client.clientId,
      });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url.startsWith("/interaction/")) return answer(request, response);
    const { params } = await provider.interactionDetails(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: params.login_hint } });
  });
  console.log(issuer);
});
