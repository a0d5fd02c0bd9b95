import { Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { Facts } from '#app/features/signing/Facts.tsx';
import classes from '#app/features/signing/Signing.module.css';
import { makeFormat } from '#app/lib/format.ts';
import { translateServerText } from '#app/lib/server-texts.ts';

type Signature = NonNullable<ResponseOf<typeof assignmentsContract.get>['signature']>;

/** An instant with seconds and zone as its signer saw it: the zone belongs to the record (SIG-01). */
export function SignedAt({ instant, timeZone }: { readonly instant: string; readonly timeZone: string }) {
  const { i18n } = useLingui();
  return (
    <time dateTime={instant} className="tt-figures">
      {makeFormat(i18n.locale, timeZone).full(instant)} ({timeZone})
    </time>
  );
}

/** A signature as it is shown (SIG-04): recomputed by the server, valid or not valid with the reason, and what was signed. */
export function SignatureFacts({ signature }: { readonly signature: Signature }) {
  const { printedName, signedAt, timeZone, meaning, state, reason } = signature;
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
            {translateServerText(reason ?? '')}
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
                  <SignedAt key="v" instant={signedAt} timeZone={timeZone} />,
                ]
              : null,
            meaning === null ? null : [<Trans key="m">Meaning of the signature</Trans>, meaning],
          ]}
        />
      )}
    </div>
  );
}
