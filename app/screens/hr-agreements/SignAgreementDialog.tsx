import { Trans } from '@lingui/react/macro';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { useState } from 'react';
import { useAgreementFacts } from '#app/features/hr/agreement-facts.tsx';
import { shownFile } from '#app/features/hr/document-file.ts';
import { signatureToShow } from '#app/features/hr/signature-to-show.ts';
import { asSeen } from '#app/features/hr/seen.ts';
import { SignDocumentDialog } from '#app/features/hr/SignDocumentDialog.tsx';
import { call } from '#app/lib/client.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { type Agreement } from '#app/screens/hr-agreements/agreements.ts';

/** Signs an agreement (HR-03): for the organization, or as its other party if the caller is that party. */
export function SignAgreementDialog({
  agreement,
  onClose,
}: {
  readonly agreement: Agreement;
  readonly onClose: () => void;
}) {
  const invalidate = useInvalidate();
  const factsOf = useAgreementFacts();
  const { id, signsFor, versions } = agreement;
  // The signed content is the content that was to be signed when the dialog opened.
  const [statement] = useState(agreement.statement);
  const [version] = versions;
  const refresh = (): void => void invalidate(hrAgreementsContract.sign);
  if (!version || !statement) return null;
  return (
    <SignDocumentDialog
      document={{ versionId: version.id, title: agreement.title, file: shownFile(version) }}
      title={<Trans>Sign the agreement</Trans>}
      facts={factsOf(agreement)}
      statement={statement}
      sign={async (signature) => {
        const answer = await call(hrAgreementsContract.sign, {
          params: { id },
          body: { signature },
          ifMatch: asSeen(agreement),
        });
        return signatureToShow(answer.signatures.find(({ side }) => side === signsFor));
      }}
      onSigned={refresh}
      onFailed={refresh}
      onClose={onClose}
    />
  );
}
