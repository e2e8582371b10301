// MiniCart: the `buy` part of the storefront replaces this.
export default function MiniCart() {
  return null;
}
