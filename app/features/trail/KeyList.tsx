import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { proofsContract } from '#shared/contract/proofs.ts';
import { groupedFingerprint } from '#shared/domain/signatures/fingerprint.ts';
import classes from '#app/features/trail/Trail.module.css';
import { Moment } from '#app/ui/Moment.tsx';

/** The fingerprints of the installation's public keys, the newest first, with the time of their use (SIG-04, OPS-09). */
export function KeyList({ keys }: { readonly keys: ResponseOf<typeof proofsContract.keys> }) {
  const { t } = useLingui();
  return (
    <ul className={classes.keys} aria-label={t`Public keys`}>
      {keys.map(({ fingerprint, begunAt, retiredAt }) => (
        <li key={fingerprint}>
          <code>{groupedFingerprint(fingerprint)}</code>
          <Text size="xs" c="dimmed" span>
            {retiredAt !== null ? (
              <Trans>
                In use until <Moment value={retiredAt} show="dateTime" />
              </Trans>
            ) : (
              begunAt !== null && (
                <Trans>
                  In use since <Moment value={begunAt} show="dateTime" />
                </Trans>
              )
            )}
          </Text>
        </li>
      ))}
    </ul>
  );
}
