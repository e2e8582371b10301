// `/favourite` (shell §2): the products a visitor or a customer wishes for.
import { ButtonLink } from "../../../ui/Button";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../../ui/States";
import { ProductTile } from "../catalog/ProductTile";
import { useWishlist } from "./api";
import WishHeart from "./WishHeart";

export default function WishlistPage() {
  const { data, error, refetch } = useWishlist();
  if (data?.items.length === 0) {
    return (
      <EmptyState level={1} title="Favorites" actions={<ButtonLink href="/search/">Find something to keep</ButtonLink>}>
        <p>Press the heart on a product page, and it waits for you here. Signed in, on every device.</p>
      </EmptyState>
    );
  }
  return (
    <div className="page-width pt-6">
      <h1 className="text-4xl md:text-5xl">Favorites</h1>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingShape>
          <Skeleton className="mt-6 h-72" />
        </LoadingShape>
      ) : (
        <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6 lg:grid-cols-4">
          {data.items.map((tile) => (
            <li key={tile.pid} className="relative">
              <ProductTile tile={tile} listName="Favorites" headingLevel={2} />
              <WishHeart productId={tile.pid} name={tile.productText.title} className="absolute top-1 right-1 z-20" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
