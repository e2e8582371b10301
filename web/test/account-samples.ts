// Sessions, customers and address books as the server would send them, for tests.
import type { AddressView, CustomerView, DefaultPartyView, SessionView } from "@fieldhouse/rules";
import { shipTo } from "./cart-samples";

export const anonymous: SessionView = {
  type: "anon",
  email: "",
  firstName: "",
  showCertReporting: false,
  businessUnit: [],
  seesPeople: false,
  decidesOrders: false,
  shopAs: false,
};

export const coach: SessionView = { ...anonymous, type: "customer", email: "coach@club.example", firstName: "Pat" };

export const account: CustomerView = {
  firstName: "Pat",
  lastName: "Margolis",
  title: "Head Coach",
  email: "coach@club.example",
  classification: "Club",
  taxExemptions: [],
  version: 4,
};

export function addressView(number: number, over: Partial<AddressView> = {}): AddressView {
  return {
    id: `address-${number}`,
    addressType: "ship-to",
    label: "ship to",
    isDefault: false,
    editable: true,
    businessUnitId: null,
    namedBy: [],
    key: "",
    address: { ...shipTo, address: `${number} Field Street` },
    ...over,
  };
}

/** Sold to, bill to and payer of somebody with one business unit; the payer has no address. */
export function defaultParties(over: Partial<DefaultPartyView> = {}): DefaultPartyView[] {
  const unit = { editable: false, businessUnitId: "unit-1" };
  const party = (role: string, label: string, numbers: number[]): DefaultPartyView => ({
    role,
    label,
    addresses: numbers.map((number) => addressView(number, { ...unit, addressType: role, label })),
    changeRequestLink: true,
    changeRequestUnits: [{ key: "NORTH", name: "North School" }],
    changeRequests: [],
    ...over,
  });
  return [
    party("sold-to", "sold to", [101]),
    party("billed-to", "bill to", [102, 103]),
    party("payed-by", "payer", []),
  ];
}
