import { Trans } from '@lingui/react/macro';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { useAgreementFacts } from '#app/features/hr/agreement-facts.tsx';
import { shownFile } from '#app/features/hr/document-file.ts';
import { madeOf } from '#app/features/hr/made-signature.ts';
import { seenAs } from '#app/features/hr/seen.ts';
import { SignDocumentDialog } from '#app/features/hr/SignDocumentDialog.tsx';
import { call } from '#app/lib/client.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { agreementCalls, type Agreement } from '#app/screens/hr-agreements/agreements.ts';

/** What a side of an agreement says by its signature (SIG-01). */
function statementOf({ signsFor, partyUserId }: Agreement): string {
  if (signsFor === 'party') return statementFor('agreed_as_party').text;
  return statementFor(partyUserId === null ? 'agreed_countersigned' : 'agreed_for_organization').text;
}

/** Signs an agreement (HR-03): for the organization, or as its other party where the caller is that. */
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
  const [version] = versions;
  const refresh = (): void => void invalidate(...agreementCalls);
  if (!version) return null;
  return (
    <SignDocumentDialog
      document={{ versionId: version.id, title: agreement.title, file: shownFile(version) }}
      title={<Trans>Sign the agreement</Trans>}
      facts={factsOf(agreement)}
      statement={statementOf(agreement)}
      sign={async (signature) => {
        const answer = await call(hrAgreementsContract.sign, {
          params: { id },
          body: { signature },
          ifMatch: seenAs(agreement),
        });
        return madeOf(answer.signatures.find(({ side }) => side === signsFor));
      }}
      onSigned={refresh}
      onFailed={refresh}
      onClose={onClose}
    />
  );
}
