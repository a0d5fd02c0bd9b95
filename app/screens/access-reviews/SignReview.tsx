import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import { SignDialog } from '#app/features/signing/SignDialog.tsx';
import type { MadeSignature, SignatureInput } from '#app/features/signing/signature-input.ts';
import { call } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { showToast } from '#app/lib/toasts.ts';
import { notSigned } from '#app/screens/access-reviews/review-messages.ts';
import type { Review } from '#app/screens/access-reviews/reviews.ts';

/** Signs a review that answers for every account; what was answered is carried out with it (AUTH-17, SIG-01). */
export function SignReview({ review, onClose }: { readonly review: Review; readonly onClose: () => void }) {
  const { number } = useFormat();
  const invalidate = useInvalidate();
  // What the dialog shows is what is signed, whatever is loaded behind it.
  const [{ id, organizationName, progress, seen }] = useState(review);
  const refresh = (): void =>
    void invalidate(contract.get, contract.accounts, contract.list, contract.schedules);
  const sign = async (signature: SignatureInput): Promise<MadeSignature> => ({
    ...(await call(contract.sign, { params: { id }, body: { seen: seen ?? '', signature } })),
    certificateUrl: null,
  });
  return (
    <SignDialog
      opened
      title={<Trans>Sign access review</Trans>}
      facts={[
        [<Trans key="o">Organization</Trans>, organizationName],
        [<Trans key="a">Accounts</Trans>, number(progress.accounts)],
        [<Trans key="k">Keep</Trans>, number(progress.keep)],
        [<Trans key="c">Change</Trans>, number(progress.change)],
        [<Trans key="e">End</Trans>, number(progress.end)],
      ]}
      statement="access_reviewed"
      sign={sign}
      onFailed={(error) => {
        if (error.code !== 'STALE') return;
        showToast(notSigned, { detail: explain(error) });
        refresh();
        onClose();
      }}
      onSigned={refresh}
      onClose={onClose}
    />
  );
}
