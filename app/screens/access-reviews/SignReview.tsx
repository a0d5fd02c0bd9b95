import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import { SignShownDialog } from '#app/features/signing/SignShownDialog.tsx';
import { call } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { notSigned } from '#app/screens/access-reviews/review-messages.ts';
import type { Review } from '#app/screens/access-reviews/reviews.ts';

/** Signs a review in which every account has an answer. The signature carries out the answers (AUTH-17, SIG-01). */
export function SignReview({ review, onClose }: { readonly review: Review; readonly onClose: () => void }) {
  const { number } = useFormat();
  // The signer signs what the dialog shows, whatever is loaded behind it.
  const [{ id, organizationName, progress, seen }] = useState(review);
  return (
    <SignShownDialog
      title={<Trans>Sign access review</Trans>}
      facts={[
        [<Trans key="o">Organization</Trans>, organizationName],
        [<Trans key="a">Accounts</Trans>, number(progress.accounts)],
        [<Trans key="k">Keep</Trans>, number(progress.keep)],
        [<Trans key="c">Change</Trans>, number(progress.change)],
        [<Trans key="e">End</Trans>, number(progress.end)],
      ]}
      statement="access_reviewed"
      command={contract.sign}
      send={(signature) => call(contract.sign, { params: { id }, body: { seen: seen ?? '', signature } })}
      notSigned={notSigned}
      onClose={onClose}
    />
  );
}
