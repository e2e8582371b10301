// Words of the inbox.
export const messageKinds: Record<string, string> = { form: "Messages", change_request: "Change requests" };

export const messageStates: Record<string, string> = { open: "Waiting", done: "Done", declined: "Declined" };

export const messageDots: Record<string, string> = {
  open: "bg-dot-hold",
  done: "bg-dot-done",
  declined: "bg-dot-over",
};
