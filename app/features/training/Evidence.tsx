import { Text } from '@mantine/core';
import type { SignatureState } from '#shared/contract/signatures.ts';
import { signatureReasons, type SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconSignature } from '@tabler/icons-react';
import { EvidenceTime } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';
import { reasonText } from '#app/lib/reasons.ts';

/** The known facts of a completion's signature; without `signature` if the completion has none. */
export interface ShownEvidence {
  readonly state: SignatureState;
  readonly reasonCode: SignatureReasonCode | null;
  readonly signature: {
    readonly printedName: string;
    readonly signedAt: string;
    readonly timeZone: string;
    readonly meaning: string;
  } | null;
}

/** Printed name, time with zone and meaning of the signature, or why it is not valid (SIG-04, 21 CFR 11.50). */
export function Evidence({ evidence }: { readonly evidence: ShownEvidence | null }) {
  if (evidence === null) return null;
  const { signature } = evidence;
  return (
    <>
      {evidence.state === 'not_signed' && (
        <Text size="xs" c="dimmed" mt={2}>
          <Trans>Not signed</Trans>
        </Text>
      )}
      {evidence.state === 'not_valid' && (
        <ToneBadge tone="red" icon={IconAlertTriangle} size="sm" wrap>
          <Trans>Not valid</Trans>: {evidence.reasonCode && reasonText(signatureReasons[evidence.reasonCode])}
        </ToneBadge>
      )}
      {signature && (
        <Text size="xs" c="dimmed" mt={2}>
          <IconSignature size={13} aria-hidden style={{ verticalAlign: 'text-bottom' }} />{' '}
          {signature.printedName},{' '}
          <EvidenceTime value={signature.signedAt} timeZone={signature.timeZone} full />: {signature.meaning}
        </Text>
      )}
    </>
  );
}
