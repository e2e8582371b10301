// OrderPage: the `buy` part of the storefront replaces this.
export default function OrderPage() {
  return null;
}
