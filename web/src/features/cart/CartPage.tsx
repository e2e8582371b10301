// CartPage: the `buy` part of the storefront replaces this.
export default function CartPage() {
  return null;
}
