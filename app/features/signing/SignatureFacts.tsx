import { signatureReasons } from '#shared/domain/signatures/signature-reasons.ts';
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { Facts } from '#app/features/signing/Facts.tsx';
import classes from '#app/features/signing/Signing.module.css';
import { EvidenceTime } from '#app/ui/Moment.tsx';
import { reasonText } from '#app/lib/reasons.ts';

type Signature = Pick<
  NonNullable<ResponseOf<typeof assignmentsContract.get>['signature']>,
  'printedName' | 'signedAt' | 'timeZone' | 'meaning' | 'state' | 'reasonCode'
>;

/** A signature on screen (SIG-04): recomputed by the server, valid or not valid with the reason, and what was signed. */
export function SignatureFacts({ signature }: { readonly signature: Signature }) {
  const { printedName, signedAt, timeZone, meaning, state, reasonCode } = signature;
  return (
    <div className={classes.state}>
      {state === 'not_signed' && (
        <Text size="sm" c="dimmed">
          <Trans>Not signed</Trans>
        </Text>
      )}
      {state === 'not_valid' && (
        <p className={classes.verdict} data-verdict="invalid">
          <IconAlertTriangle size={18} aria-hidden />
          <span>
            <strong>
              <Trans>Signature not valid</Trans>
            </strong>{' '}
            {reasonCode && reasonText(signatureReasons[reasonCode])}
          </span>
        </p>
      )}
      {state === 'valid' && (
        <p className={classes.verdict} data-verdict="valid">
          <IconShieldCheck size={18} aria-hidden />
          <strong>
            <Trans>Signature valid</Trans>
          </strong>
        </p>
      )}
      {printedName !== null && (
        <Facts
          rows={[
            [<Trans key="n">Signed by</Trans>, printedName],
            signedAt !== null && timeZone !== null
              ? [
                  <Trans key="t">Signed at</Trans>,
                  <EvidenceTime key="v" value={signedAt} timeZone={timeZone} full />,
                ]
              : null,
            meaning === null ? null : [<Trans key="m">Meaning of the signature</Trans>, meaning],
          ]}
        />
      )}
    </div>
  );
}
