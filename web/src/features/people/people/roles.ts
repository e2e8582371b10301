// What roles in a business unit are called, and what each may do, in words.
import type { MemberRole } from "@fieldhouse/rules";

export const roleNames: Record<MemberRole, string> = {
  buyer: "Buyer",
  approver: "Approver",
  administrator: "Administrator",
};

export const roleOptions = Object.entries(roleNames).map(([value, label]) => ({ value, label }));

export const roleHelp =
  "Buyers order. Approvers also decide about orders that wait. Administrators also look after the people.";
