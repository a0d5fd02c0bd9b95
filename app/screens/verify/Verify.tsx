import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import { certificatesContract } from '#shared/contract/certificates.ts';
import { ApiError, isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import classes from '#app/screens/verify/Verify.module.css';
import { OfflineCheck } from '#app/screens/verify/OfflineCheck.tsx';
import { Paper, Unknown } from '#app/screens/verify/VerifiedPaper.tsx';
import { PublicPage } from '#app/shell/public/PublicPage.tsx';
import { ErrorState } from '#app/ui/ErrorState.tsx';

/** The public page to which the QR code of a certificate points (LRN-05, SIG-04): it shows no more than the certificate. */
export function Verify() {
  const { code } = useParams({ strict: false });
  const query = useQuery(queryFor(certificatesContract.verify, { params: { code: code ?? '' } }));
  return (
    <PublicPage>
      <h1 className={classes.title}>
        <Trans>Certificate check</Trans>
      </h1>
      {query.data ? (
        <>
          <Paper paper={query.data} />
          {code !== undefined && query.data.signingKey !== null && query.data.status !== 'not_valid' && (
            <OfflineCheck code={code} number={query.data.number} signingKey={query.data.signingKey} />
          )}
        </>
      ) : query.error ? (
        isUnknown(query.error) ? (
          <Unknown />
        ) : (
          <ErrorState error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
        )
      ) : (
        <output>
          <Trans>Checking the certificate...</Trans>
        </output>
      )}
    </PublicPage>
  );
}

/** No certificate has the code, or it cannot be one. */
function isUnknown(error: Error): boolean {
  return isNotFound(error) || (error instanceof ApiError && error.status === 422);
}
