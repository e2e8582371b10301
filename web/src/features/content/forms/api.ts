// Hosted forms: read by slug, sent as values by field name. The server alone judges what was sent.
import type { FormView } from "@fieldhouse/rules";
import type { UseQueryResult } from "@tanstack/react-query";
import { sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { useApi } from "../../../shared/queries";

export function useForm(slug: string, enabled: boolean): UseQueryResult<FormView, Error> {
  return useApi(apiUrls.form(slug), { enabled: enabled && slug !== "" });
}

/** `website` is the field no person sees. */
export async function sendForm(slug: string, values: Record<string, string>, website: string): Promise<void> {
  await sendJson("POST", apiUrls.form(slug), { values, website });
}
