import { signatureReasons } from '#shared/domain/signatures/signature-reasons.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import { StatusBadge } from '#app/features/training/StatusBadge.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';
import { reasonText } from '#app/lib/reasons.ts';

/** The status of a person's own training, with a warning next to a completed one if its signature is not valid (SIG-04). */
export function AssignmentStatus({
  assignment: { status, signature },
}: {
  readonly assignment: Pick<ListedTraining, 'status' | 'signature'>;
}) {
  return (
    <>
      <StatusBadge status={status} />
      {signature?.state === 'not_valid' && (
        <ToneBadge
          tone="red"
          icon={IconAlertTriangle}
          title={signature.reasonCode ? reasonText(signatureReasons[signature.reasonCode]) : undefined}
        >
          <Trans>Signature not valid</Trans>
        </ToneBadge>
      )}
    </>
  );
}
