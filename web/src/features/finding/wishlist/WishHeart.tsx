// The heart that puts a product on the wishlist, only where the brand has one (shell §2, §6).
import clsx from "clsx";
import { sentenceOf } from "../../../shared/failures";
import { useHydrated } from "../../../shared/hydrated";
import { useShell } from "../../../shared/site";
import { Icon } from "../../../ui/Icon";
import { useToast } from "../../../ui/Toast";
import { Tooltip } from "../../../ui/Tooltip";
import { useWish, useWishlist } from "./api";

interface WishHeartProps {
  productId: string;
  name: string;
  className?: string;
}

export default function WishHeart({ productId, name, className }: WishHeartProps) {
  const { brand } = useShell();
  const alive = useHydrated();
  const { data: known } = useWishlist();
  // Somebody else may have asked already: what the server drew is brought to life first.
  const data = alive ? known : undefined;
  const wish = useWish(productId);
  const toast = useToast();
  if (!brand.wishlist) return null;
  const kept = data?.items.some((item) => item.pid === productId) ?? false;
  // What was just pressed is shown before the answer.
  const wished = wish.isPending ? wish.variables : kept;
  return (
    <span className={className}>
      <Tooltip text={wished ? "In your favorites" : "Keep in favorites"}>
        {(control) => (
          <button
            type="button"
            aria-pressed={wished}
            aria-label={`Favorite ${name}`}
            disabled={data === undefined}
            onClick={() => wish.mutate(!wished, { onError: (failure) => toast(sentenceOf(failure), "danger") })}
            className={clsx(
              "grid size-11 shrink-0 place-items-center rounded-full bg-surface/90 hover:bg-alt disabled:text-muted",
              wished ? "text-accent [&_path]:fill-current" : "text-ink",
            )}
            {...control}
          >
            <Icon name="heart" />
          </button>
        )}
      </Tooltip>
    </span>
  );
}
