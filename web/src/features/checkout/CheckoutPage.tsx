// CheckoutPage: the `buy` part of the storefront replaces this.
export default function CheckoutPage() {
  return null;
}
