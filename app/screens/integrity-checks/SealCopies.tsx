import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { integrityChecksContract as contract } from '#shared/contract/integrity-checks.ts';
import { queryFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { copyLabels, copyLooks } from '#app/features/trail/copy-looks.ts';
import classes from '#app/screens/integrity-checks/IntegrityChecks.module.css';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Copy = ResponseOf<typeof contract.copies>[number];

/** Places outside the database that get the newest seal, and the state of each (AUD-02); for administrators. */
export function SealCopies() {
  const { t } = useLingui();
  const copies = useQuery({ ...queryFor(contract.copies), staleTime: 0 });
  return (
    <Paper withBorder component="section" p="md" aria-labelledby="seal-copies">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5" id="seal-copies">
            <Trans>Copies of the newest seal</Trans>
          </Title>
          <Text size="sm" c="dimmed">
            <Trans>If the history is rewritten, it no longer matches copies kept outside the database.</Trans>
          </Text>
        </div>
        <Load query={copies} skeleton={<LineSkeletons label={t`Loading copies of the seal...`} count={1} />}>
          {(rows) =>
            rows.length === 0 ? (
              <Group gap="xs" align="start" wrap="nowrap" c="var(--tt-amber-text)">
                <IconAlertTriangle size={18} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
                <Text size="sm">
                  <Trans>No copies are stored outside the database. Ask your IT team to set one up.</Trans>
                </Text>
              </Group>
            ) : (
              <ul className={classes.checks} aria-label={t`Copies of the newest seal`}>
                {rows.map((copy) => (
                  <CopyLine key={copy.kind} copy={copy} />
                ))}
              </ul>
            )
          }
        </Load>
      </Stack>
    </Paper>
  );
}

function CopyLine({ copy: { kind, place, state, sentNumber, sentAt, error } }: { readonly copy: Copy }) {
  const { i18n } = useLingui();
  const format = useFormat();
  const { label, tone, icon } = copyLooks[state];
  const number = format.number(sentNumber ?? 0);
  return (
    <li>
      <Group gap="xs">
        <Text fw={550}>{i18n._(copyLabels[kind])}</Text>
        <ToneBadge tone={tone} icon={icon} size="sm">
          {i18n._(label)}
        </ToneBadge>
      </Group>
      <Text size="sm" c="dimmed" className={classes.object}>
        {place}
      </Text>
      {sentAt !== null && (
        <Text size="sm" c="dimmed" component="div">
          <Trans>Seal {number}</Trans> · <Moment value={sentAt} show="dateTime" />
        </Text>
      )}
      {error !== null && (
        <>
          <Text size="sm">
            <Trans>The last attempt failed. It will be retried automatically.</Trans>
          </Text>
          <Code block className={classes.detail}>
            {error}
          </Code>
        </>
      )}
    </li>
  );
}
