import { Group, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { recordProtectionContract } from '#shared/contract/record-protection.ts';
import { copyLabels, copyLooks } from '#app/features/trail/copy-looks.ts';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/records-protected/RecordsProtected.module.css';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Protection = ResponseOf<typeof recordProtectionContract.get>;

/** The current newest seal, to be compared with a copy stored elsewhere (AUD-02). */
export function SealFacts({ protection }: { readonly protection: Protection }) {
  const format = useFormat();
  const { newestSeal, firstSealedAt, unsealedEvents } = protection;
  if (newestSeal === null || firstSealedAt === null)
    return (
      <Text size="sm">
        <Trans>Nothing is sealed yet. The first seal follows within a minute.</Trans>
      </Text>
    );
  const { sealedAt, head } = newestSeal;
  const number = format.number(newestSeal.number);
  return (
    <dl className={classes.facts}>
      <dt>
        <Trans>First seal</Trans>
      </dt>
      <dd>
        <Moment value={firstSealedAt} show="dateTime" />
      </dd>
      <dt>
        <Trans>Newest seal</Trans>
      </dt>
      <dd>
        <Trans>Seal {number}</Trans> · <Moment value={sealedAt} show="dateTime" />
      </dd>
      <dt>
        <Trans>Its checksum (head)</Trans>
      </dt>
      <dd>
        <code>{head}</code>
      </dd>
      {unsealedEvents !== null && (
        <>
          <dt>
            <Trans>Events not sealed yet</Trans>
          </dt>
          <dd className="tt-figures">{format.number(unsealedEvents)}</dd>
        </>
      )}
    </dl>
  );
}

/** The places where the newest seal is stored in addition to the installation (AUD-02). */
export function SealPlaces({ copies }: { readonly copies: Protection['copies'] }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  if (copies.length === 0)
    return (
      <Group gap="xs" align="start" wrap="nowrap" c="var(--tt-amber-text)">
        <IconAlertTriangle size={18} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
        <Text size="sm">
          <Trans>
            No copies are stored on another system. Somebody who controls the server and holds the private key
            could replace the whole history.
          </Trans>
        </Text>
      </Group>
    );
  return (
    <ul className={classes.places} aria-label={t`Copies of the newest seal`}>
      {copies.map(({ kind, state, sentNumber, sentAt }) => {
        const { label, tone, icon } = copyLooks[state];
        const number = format.number(sentNumber ?? 0);
        return (
          <li key={kind}>
            <Group gap="xs">
              <Text size="sm" fw={550}>
                {i18n._(copyLabels[kind])}
              </Text>
              <ToneBadge tone={tone} icon={icon} size="sm">
                {i18n._(label)}
              </ToneBadge>
              {sentAt !== null && (
                <Text size="sm" c="dimmed" component="div">
                  <Trans>Seal {number}</Trans> · <Moment value={sentAt} show="dateTime" />
                </Text>
              )}
            </Group>
          </li>
        );
      })}
    </ul>
  );
}
