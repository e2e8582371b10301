// The people of business units: reading, inviting, roles; and an invitation somebody received.
import type {
  ApprovalLimitDraft,
  InvitationDraft,
  InvitedPersonDraft,
  PeopleView,
  ReceivedInvitationView,
} from "@fieldhouse/rules";
import { type QueryClient, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ApiError, getJson, sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { useApi } from "../../../shared/queries";
import { startOver } from "../account/api";

export function usePeople(): UseQueryResult<PeopleView, Error> {
  return useApi(apiUrls.people, { staleTime: 0 });
}

/** Sends a change; the people as they are then. One's own rights may be others now. */
async function change(client: QueryClient, sent: Promise<PeopleView>): Promise<void> {
  client.setQueryData([apiUrls.people], await sent);
  await client.invalidateQueries({ queryKey: [apiUrls.session] });
}

export async function invite(client: QueryClient, unit: string, draft: InvitationDraft): Promise<void> {
  await change(client, sendJson("POST", apiUrls.unitInvitations(unit), draft));
}

export async function withdraw(client: QueryClient, unit: string, id: string): Promise<void> {
  await change(client, sendJson("DELETE", apiUrls.unitInvitation(unit, id)));
}

export async function changeRole(client: QueryClient, unit: string, id: string, role: string): Promise<void> {
  await change(client, sendJson("PUT", apiUrls.unitMember(unit, id), { role }));
}

export async function removeMember(client: QueryClient, unit: string, id: string): Promise<void> {
  await change(client, sendJson("DELETE", apiUrls.unitMember(unit, id)));
}

export async function limitApproval(client: QueryClient, unit: string, draft: ApprovalLimitDraft): Promise<void> {
  await change(client, sendJson("PUT", apiUrls.unitApproval(unit), draft));
}

/** The invitation of a token, or null when it opens nothing (any more). */
export function useInvitation(token: string): UseQueryResult<ReceivedInvitationView | null, Error> {
  return useQuery({
    queryKey: [apiUrls.invitation(token)],
    queryFn: async ({ signal }) => {
      try {
        return await getJson(apiUrls.invitation(token), signal);
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 404) return null;
        throw failure;
      }
    },
    enabled: token !== "",
    // It is gone once it was accepted, and the page goes on saying so itself.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function acceptInvitation(client: QueryClient, token: string): Promise<void> {
  startOver(client, await sendJson("POST", apiUrls.acceptInvitation, { token }));
}

export async function registerInvited(client: QueryClient, token: string, person: InvitedPersonDraft): Promise<void> {
  const signed = await sendJson("POST", apiUrls.registerInvited, { token, person });
  startOver(client, signed.session);
}

/** Approves or declines an order that waits, at the total that was read. */
export async function decideOrder(
  client: QueryClient,
  orderId: string,
  decision: "approved" | "declined",
  note: string,
  total: string,
): Promise<void> {
  const orders = await sendJson("POST", apiUrls.approval(orderId), { decision, note, total });
  client.setQueryData([apiUrls.approvals], orders);
}
