// What follows a customer update (shell §8): it is told, and what the page shows of the customer is asked anew.
import { useQueryClient } from "@tanstack/react-query";
import { apiUrls } from "../../../shared/endpoints";
import { useToast } from "../../../ui/Toast";

/** How long it is said at least that something is under way: shorter, nobody reads it. */
export const readable = 700;

/** Refreshes the customer after an update was saved; false when that failed, which is told. When it is done, nothing says
 *  any more that it is under way: what happened is said by the page itself. */
export function useCustomerRefresh(): () => Promise<boolean> {
  const client = useQueryClient();
  const toast = useToast();
  return async () => {
    const begun = performance.now();
    const finish = toast("Updating customer...", "info");
    // The address book came with the answer to its change.
    const shown = [apiUrls.session, apiUrls.account].map((url) =>
      client.refetchQueries({ queryKey: [url], type: "active" }, { throwOnError: true }),
    );
    try {
      await Promise.all(shown);
    } catch {
      finish();
      toast("Error while updating customer.", "danger");
      return false;
    }
    setTimeout(finish, begun + readable - performance.now());
    return true;
  };
}
