// What the cart will look like once the wishes not confirmed yet are, as the rules see it.
import type { CartView } from "@fieldhouse/rules";

export function useForecast(confirmed: CartView): CartView {
  return confirmed;
}
