import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconShieldSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import { InspectionBadge, InspectionFacts } from '#app/features/inspections/InspectionFacts.tsx';
import { refreshInterval, type InspectionRow } from '#app/features/inspections/inspections.ts';
import { pageFor } from '#app/lib/client.ts';
import { OpenInspection } from '#app/screens/inspections/OpenInspection.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList } from '#app/ui/table/use-list.ts';

const pageSize = 20;

/** /inspections (INS-01): inspections that are planned, open, ended and closed. */
export function Inspections() {
  const { t } = useLingui();
  const [opening, setOpening] = useState(false);
  const list = useList({
    filters: {},
    ask: () => ({}),
    limit: pageSize,
    page: (query) => ({
      ...pageFor(contract.list, { query }),
      staleTime: 0,
      refetchInterval: refreshInterval,
    }),
  });
  const openButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpening(true)}>
      <Trans>Open inspection</Trans>
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title={t`Inspections`}
        subtitle={t`Give inspectors access for a few days, answer their requests, and see what they open`}
        actions={openButton}
      />
      <Load query={list.query} skeleton={<LineSkeletons label={t`Loading inspections...`} count={3} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Paper withBorder>
              <EmptyState
                icon={IconShieldSearch}
                title={<Trans>No inspections yet</Trans>}
                hint={<Trans>Open one when an inspector arrives, or plan it for a later day.</Trans>}
              />
            </Paper>
          ) : (
            <>
              <Stack
                component="ul"
                gap="sm"
                m={0}
                p={0}
                style={{ listStyle: 'none' }}
                aria-label={t`Inspections`}
              >
                {rows.map((inspection) => (
                  <InspectionCard key={inspection.id} inspection={inspection} />
                ))}
              </Stack>
              <ListFoot list={list.table} />
            </>
          )
        }
      </Load>
      {opening && <OpenInspection onClose={() => setOpening(false)} />}
    </Page>
  );
}

function InspectionCard({ inspection }: { readonly inspection: InspectionRow }) {
  const { id, title, state, openRequests } = inspection;
  return (
    <Paper component="li" withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <TextLink to={`/inspections/${String(id)}`} fw={600}>
          {title}
        </TextLink>
        <InspectionBadge state={state} />
        {openRequests > 0 && (
          <Text size="sm" fw={550}>
            <Plural value={openRequests} one="# open request" other="# open requests" />
          </Text>
        )}
      </Group>
      <InspectionFacts inspection={inspection} />
    </Paper>
  );
}
