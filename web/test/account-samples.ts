// Sessions, customers and address books as the server would send them, for tests.
import type { AddressView, CustomerView, SessionView } from "@fieldhouse/rules";
import { shipTo } from "./cart-samples";

export const anonymous: SessionView = {
  type: "anon",
  email: "",
  firstName: "",
  showCertReporting: false,
  businessUnit: [],
};

export const coach: SessionView = { ...anonymous, type: "customer", email: "coach@club.example", firstName: "Pat" };

export const account: CustomerView = {
  firstName: "Pat",
  lastName: "Margolis",
  title: "Head Coach",
  email: "coach@club.example",
  classification: "Club",
  version: 4,
};

export function addressView(number: number, over: Partial<AddressView> = {}): AddressView {
  return {
    id: `address-${number}`,
    addressType: "ship-to",
    label: "ship to",
    isDefault: false,
    editable: true,
    address: { ...shipTo, address: `${number} Field Street` },
    ...over,
  };
}
