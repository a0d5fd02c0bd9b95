import { Paper, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconWritingSign } from '@tabler/icons-react';
import { hrAgreementsContract as contract } from '#shared/contract/hr-agreements.ts';
import { pageFor } from '#app/lib/client.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { Anchor } from '@mantine/core';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList } from '#app/ui/table/use-list.ts';

/** Agreements of the organizations, if the inspection includes them (INS-01). */
export function Agreements() {
  const { t } = useLingui();
  const list = useList({
    filters: {},
    ask: () => ({}),
    pageKey: 'agreements',
    limit: 20,
    page: (query) => pageFor(contract.list, { query }),
  });
  return (
    <Load query={list.query} skeleton={<LineSkeletons label={t`Loading agreements...`} count={3} />}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Paper withBorder>
            <EmptyState icon={IconWritingSign} title={<Trans>No agreements</Trans>} />
          </Paper>
        ) : (
          <>
            <Stack
              component="ul"
              gap="xs"
              m={0}
              p={0}
              style={{ listStyle: 'none' }}
              aria-label={t`Agreements`}
            >
              {rows.map(({ id, title, partyName, startsOn, state }) => (
                <Paper component="li" key={id} withBorder p="sm" style={{ overflowWrap: 'anywhere' }}>
                  <Text fw={550}>{title}</Text>
                  <Text size="sm" c="dimmed">
                    {partyName} · <CalendarDate value={startsOn} />
                  </Text>
                  {state !== 'draft' && state !== 'out_for_signature' && (
                    <Anchor size="sm" href={`/api/hr/agreements/${String(id)}/signed-copy`}>
                      <Trans>Download signed copy of {title}</Trans>
                    </Anchor>
                  )}
                </Paper>
              ))}
            </Stack>
            <ListFoot list={list.table} />
          </>
        )
      }
    </Load>
  );
}
