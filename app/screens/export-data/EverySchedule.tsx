import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCalendarClock } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { savedExportsContract as contract } from '#shared/contract/saved-exports.ts';
import { exportKinds } from '#shared/domain/reports/data-sets.ts';
import { pageFor } from '#app/lib/client.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { FilterFacts } from '#app/screens/export-data/ExportFacts.tsx';
import { exportLabels } from '#app/screens/export-data/labels.ts';
import { ScheduleText } from '#app/screens/export-data/schedule-words.tsx';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList } from '#app/ui/table/use-list.ts';

type Owned = ResponseOf<typeof contract.schedules>[number];
const stopped: ToastRow = {
  tone: 'default',
  title: msg`Schedule stopped`,
  text: msg`Its owner receives an email.`,
};

/** The scheduled exports of all people, for administrators: these exports send data out of the product (RPT-03). */
export function EverySchedule() {
  const { t } = useLingui();
  const list = useList({
    filters: {},
    ask: () => ({}),
    pageKey: 'schedulesPage',
    limit: 20,
    page: (query) => ({ ...pageFor(contract.schedules, { query }), staleTime: 0 }),
  });
  return (
    <Section title={t`Scheduled exports of everybody`} hint={t`As an administrator you can stop any of them`}>
      <Load query={list.query} skeleton={<LineSkeletons label={t`Loading schedules…`} />}>
        {({ rows, total }) =>
          total === 0 ? (
            <EmptyState
              icon={IconCalendarClock}
              title={<Trans>No schedules yet</Trans>}
              hint={<Trans>Exports that run by themselves appear here.</Trans>}
            />
          ) : (
            <>
              <Stack
                component="ul"
                gap="sm"
                m={0}
                p={0}
                style={{ listStyle: 'none' }}
                aria-label={t`Scheduled exports of everybody`}
              >
                {rows.map((one) => (
                  <ScheduleLine key={one.id} one={one} />
                ))}
              </Stack>
              <ListFoot list={list.table} stays />
            </>
          )
        }
      </Load>
    </Section>
  );
}

function ScheduleLine({ one }: { readonly one: Owned }) {
  const { t, i18n } = useLingui();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const stop = useCommand(contract.stop, { success: stopped, onSuccess: close, onError: () => true });
  const { id, name, dataSet, format, filters, owner, organization, schedule } = one;
  const known = exportKinds.find((kind) => kind === dataSet);
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="start">
        <div style={{ minWidth: 0, flex: '1 1 240px' }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {owner.name}
            {organization && ` · ${organization.name}`}
          </Text>
          <Text size="sm" c="dimmed">
            {known ? i18n._(exportLabels[known]) : dataSet} · {format.toUpperCase()}
          </Text>
          <FilterFacts filters={filters} />
          <ScheduleText schedule={schedule} />
        </div>
        {schedule.pause === null && (
          <Button
            variant="default"
            onClick={() => setAsking(true)}
            aria-label={t`Stop ${name} of ${owner.name}`}
          >
            <Trans>Stop</Trans>
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        title={<Trans>Stop schedule</Trans>}
        confirmLabel={<Trans>Stop schedule</Trans>}
        destructive
        busy={stop.isPending}
        error={stop.error}
        onConfirm={() => stop.mutate({ params: { id } })}
        onClose={close}
      >
        <Trans>
          “{name}” of {owner.name} no longer runs by itself. They receive an email, and can resume it.
        </Trans>
      </ConfirmDialog>
    </Paper>
  );
}
