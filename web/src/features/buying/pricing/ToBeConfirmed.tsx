// The mark of a base price while the personal one could not be asked for (decisions: prices).
export function ToBeConfirmed() {
  return <span className="block text-warn text-xs">Price to be confirmed</span>;
}
