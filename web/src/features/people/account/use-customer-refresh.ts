// What follows a customer update (shell §8): it is told, and what the page shows of the customer is asked anew.
import { useQueryClient } from "@tanstack/react-query";
import { apiUrls } from "../../../shared/endpoints";
import { useToast } from "../../../ui/Toast";

/** Refreshes the customer after an update was saved; false when that failed, which is told. */
export function useCustomerRefresh(): () => Promise<boolean> {
  const client = useQueryClient();
  const toast = useToast();
  return async () => {
    toast("Updating customer...", "info");
    // The address book came with the answer to its change.
    const shown = [apiUrls.session, apiUrls.account].map((url) =>
      client.refetchQueries({ queryKey: [url], type: "active" }, { throwOnError: true }),
    );
    try {
      await Promise.all(shown);
      return true;
    } catch {
      toast("Error while updating customer.", "danger");
      return false;
    }
  };
}
