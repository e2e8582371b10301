// An address to read.
import type { AddressFormDraft } from "@fieldhouse/rules";

export function AddressLines({ address }: { address: AddressFormDraft }) {
  const place = [address.city, [address.state, address.zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const lines = [
    `${address.firstName} ${address.lastName}`,
    address.company,
    address.address,
    address.address2,
    place,
    address.country === "US" ? "" : address.country,
    address.phoneNumber,
    address.additionalPhoneNumber,
  ].filter(Boolean);
  return (
    <address className="wrap-anywhere not-italic leading-relaxed">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and never move
        <span key={index} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}
