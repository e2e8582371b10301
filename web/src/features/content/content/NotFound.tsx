// The page for an address nothing lives at.
import { PageHead } from "../../../shared/head";
import { useShell } from "../../../shared/site";
import { ButtonLink } from "../../../ui/Button";
import { EmptyState } from "../../../ui/States";

export function NotFound() {
  const { brand } = useShell();
  return (
    <>
      <PageHead status={404} title={`Page not found | ${brand.name}`} noIndex />
      <EmptyState
        level={1}
        title="Out of bounds"
        actions={
          <>
            <ButtonLink href="/">Back To Shopping</ButtonLink>
            <ButtonLink href="/search/" tone="outline">
              Search products
            </ButtonLink>
          </>
        }
      >
        <p>There is no page at this address. It may have moved, or the product is no longer in our range.</p>
      </EmptyState>
    </>
  );
}
