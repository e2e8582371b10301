// The address look-up (account §7). Whether an address is looked up at all is the rules' answer.
import type { AddressFormDraft, AddressSuggestionView } from "@fieldhouse/rules";
import { isAddressVerified } from "@fieldhouse/rules/account";
import { sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";

/** What is suggested instead of an address; nothing when it is right, or nobody could say. */
export async function lookUpAddress(draft: AddressFormDraft): Promise<AddressSuggestionView[]> {
  if (!isAddressVerified(draft.country)) return [];
  const { address: street, address2: street2, city, state, zip: zipCode } = draft;
  try {
    const answer = await sendJson("POST", apiUrls.addressLookup, {
      street,
      street2,
      city,
      state,
      zipCode,
    });
    const suggestions = answer.lookups[0]?.result ?? [];
    if (suggestions.length === 0) console.info("no suggestions for the address");
    return suggestions;
  } catch (failure) {
    // An address is never refused because nobody could verify it: it is saved as entered (account §4).
    console.info("the address could not be looked up", failure);
    return [];
  }
}

/** The address with a suggestion in place of its street, city, state and ZIP Code (account §4). */
export function withSuggestion(draft: AddressFormDraft, suggestion: AddressSuggestionView): AddressFormDraft {
  return {
    ...draft,
    address: suggestion.deliveryLine1,
    address2: suggestion.deliveryLine2,
    city: suggestion.city,
    state: suggestion.state,
    zip: suggestion.zip,
  };
}

/** One text a place: two addresses with the same one need one look-up. */
export function placeKey({ address, address2, city, state, zip, country }: AddressFormDraft): string {
  return JSON.stringify([address, address2, city, state, zip, country]);
}
