import { AccountPage, AccountShape } from "../../../shared/account-page";
import { apiUrls } from "../../../shared/endpoints";
import { paths } from "../../../shared/paths";
import { useApi } from "../../../shared/queries";
import { Anchor } from "../../../ui/Anchor";
import { ButtonLink } from "../../../ui/Button";
import { EmptyState, ErrorState } from "../../../ui/States";

const link = "underline underline-offset-4";
const lookUp = (
  <ButtonLink href={paths.giftCertificate("")} tone="outline">
    Look up a certificate
  </ButtonLink>
);

export function CertificatesPage() {
  const { data, error, refetch } = useApi(apiUrls.accountCertificates, { staleTime: 0 });
  return (
    <AccountPage title="Certificates">
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <AccountShape />
        )
      ) : (
        <>
          {data.certificates.length === 0 ? (
            <EmptyState icon="tag" title="No certificates yet" actions={lookUp}>
              A gift certificate you add to your cart is listed here, and stays when your order has used it.
            </EmptyState>
          ) : (
            <ul aria-label="Your certificates" className="mt-6 max-w-2xl divide-y divide-line border-line border-y">
              {data.certificates.map((certificate) => (
                <li key={certificate.number} className="flex flex-wrap items-baseline justify-between gap-3 py-4">
                  <div>
                    <p className="wrap-anywhere font-semibold">{certificate.number}</p>
                    <p className="text-muted text-sm">
                      {certificate.orderId === null ? (
                        <Anchor href={paths.cart} className={link}>
                          On your cart
                        </Anchor>
                      ) : (
                        <>
                          Used by order{" "}
                          <Anchor href={paths.order(certificate.orderId)} className={link}>
                            {certificate.orderNumber}
                          </Anchor>
                        </>
                      )}
                    </p>
                  </div>
                  <p className="font-semibold tabular-nums">{certificate.amount}</p>
                </li>
              ))}
            </ul>
          )}
          {data.certificates.length === 0 ? null : <div className="mt-6">{lookUp}</div>}
        </>
      )}
    </AccountPage>
  );
}
