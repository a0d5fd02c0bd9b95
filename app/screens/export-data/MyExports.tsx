import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconBan,
  IconCheck,
  IconCircle,
  IconCircleHalf2,
  IconClockOff,
  IconDownload,
  IconFileExport,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { exportsContract } from '#shared/contract/exports.ts';
import { recordProtectionContract } from '#shared/contract/record-protection.ts';
import { binder, exportKinds, trailBundle } from '#shared/domain/reports/data-sets.ts';
import { pageFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { useFormat } from '#app/lib/format.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { type ToastRow } from '#app/lib/toasts.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { ExportFacts, type MyExport } from '#app/screens/export-data/ExportFacts.tsx';
import { exportLabels } from '#app/screens/export-data/labels.ts';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList, whileAny } from '#app/ui/table/use-list.ts';

const isOpen = ({ state }: MyExport): boolean => state === 'waiting' || state === 'running';
const notCancelled: ToastRow = {
  tone: 'destructive',
  title: msg`The export was not cancelled`,
  text: msg`Try again.`,
  serverFirst: true,
};
const notAskedAgain: ToastRow = {
  tone: 'destructive',
  title: msg`The export was not requested again`,
  text: msg`Try again.`,
  serverFirst: true,
};
/** The body of an earlier export, to request it again. */
const askedBefore = ({ dataSet, format, columns, filters }: MyExport) =>
  ({ dataSet, format, columns, filters }) as BodyOf<typeof exportsContract.request>;
const bundleBefore = ({ filters: { org } }: MyExport) =>
  typeof org === 'number' ? { organizationId: org } : {};
/** The interval at which progress is checked while an export is prepared, in milliseconds. */
const refreshInterval = 1500;

/** My exports (RPT-03): running exports with progress, files ready for seven days, failed exports with the reason. */
export function MyExports() {
  const { t } = useLingui();
  const list = useList({
    filters: {},
    ask: () => ({}),
    pageKey: 'exportsPage',
    limit: 20,
    page: (query) => ({
      ...pageFor(exportsContract.list, { query }),
      refetchInterval: whileAny(isOpen, refreshInterval),
    }),
  });
  const invalidate = useInvalidate();
  const file = useDownload(async (id: string) => {
    try {
      await saveFile(exportsContract.file, 'export', { params: { id } });
    } catch (error) {
      // It may have been deleted since the list was fetched: its line shows what happened.
      void invalidate(exportsContract.request);
      throw error;
    }
  });
  return (
    <Section
      id="my-exports"
      title={t`My exports`}
      hint={t`Files prepared in the background are kept for seven days`}
    >
      <DownloadFailure download={file} />
      <Load query={list.query} skeleton={<LineSkeletons label={t`Loading your exports…`} />}>
        {({ rows, total }) =>
          total === 0 ? (
            <EmptyState
              icon={IconFileExport}
              title={<Trans>No exports yet</Trans>}
              hint={<Trans>Exports prepared in the background appear here.</Trans>}
            />
          ) : (
            <>
              <Stack
                component="ul"
                gap="sm"
                m={0}
                p={0}
                style={{ listStyle: 'none' }}
                aria-label={t`My exports`}
              >
                {rows.map((one) => (
                  <ExportLine
                    key={one.id}
                    one={one}
                    busy={file.busy === String(one.id)}
                    onSave={() => file.save(String(one.id))}
                    onAgain={() => list.table.onState({ page: '1' })}
                  />
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

function ExportLine({
  one,
  busy,
  onSave,
  onAgain,
}: {
  readonly one: MyExport;
  readonly busy: boolean;
  readonly onSave: () => void;
  /** Called when a failed export was requested again: the new one is at the top. */
  readonly onAgain: () => void;
}) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const invalidate = useInvalidate();
  // A refused export may have ended in the meantime: the list shows it.
  const onError = (): void => void invalidate(exportsContract.cancel);
  const cancel = useCommand(exportsContract.cancel, { failure: notCancelled, onError });
  const again = useCommand(exportsContract.request, { failure: notAskedAgain, onSuccess: onAgain, onError });
  const bundle = useCommand(recordProtectionContract.bundle, {
    failure: notAskedAgain,
    onSuccess: onAgain,
    onError,
  });
  const isBundle = one.dataSet === trailBundle;
  const isBinder = one.dataSet === binder;
  const known = exportKinds.find((name) => name === one.dataSet);
  const kind = `${known ? i18n._(exportLabels[known]) : one.dataSet} · ${one.format.toUpperCase()}`;
  const name = one.name === null ? kind : `${one.name} · ${kind}`;
  const { rowsDone, rowsTotal, expiresAt } = one;
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="start">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <StateBadge state={one.state} />
          </Group>
          <Text size="sm" c="dimmed">
            <Moment value={one.createdAt} show="dateTime" />
            {' · '}
            {isBundle ? (
              <Plural value={rowsTotal ?? rowsDone} one="# event" other="# events" />
            ) : isBinder ? (
              <Plural value={rowsTotal ?? rowsDone} one="# person" other="# people" />
            ) : (
              <Plural value={rowsTotal ?? rowsDone} one="# row" other="# rows" />
            )}
            {one.size !== null && ` · ${format.bytes(one.size)}`}
          </Text>
          <ExportFacts one={one} />
          {one.scheduledFor !== null && (
            <Text size="sm" c="dimmed">
              <Trans>
                Scheduled for <Moment value={one.scheduledFor} show="dateTime" />
              </Trans>
            </Text>
          )}
          {one.state === 'ready' && expiresAt !== null && (
            <Text size="sm" c="dimmed">
              <Trans>
                Available until <Moment value={expiresAt} />
              </Trans>
            </Text>
          )}
          {one.problem !== null && <Text size="sm">{reasonText(one.problem)}</Text>}
        </div>
        {one.state === 'ready' && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={busy}
            onClick={onSave}
            aria-label={t`Download ${name}`}
          >
            <Trans>Download</Trans>
          </Button>
        )}
        {one.state === 'failed' && !isBinder && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={again.isPending || bundle.isPending}
            onClick={() =>
              isBundle ? bundle.mutate({ body: bundleBefore(one) }) : again.mutate({ body: askedBefore(one) })
            }
            aria-label={t`Retry ${name}`}
          >
            <Trans>Retry</Trans>
          </Button>
        )}
        {isOpen(one) && (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id: String(one.id) } })}
            aria-label={t`Cancel ${name}`}
          >
            <Trans>Cancel</Trans>
          </Button>
        )}
      </Group>
      {isOpen(one) && (
        <>
          <Progress
            mt="sm"
            value={rowsTotal === null || rowsTotal === 0 ? 0 : (100 * rowsDone) / rowsTotal}
            animated
            aria-label={t`Progress of ${name}`}
          />
          <Text size="xs" c="dimmed" mt={4} className="tt-figures">
            {one.state === 'waiting' ? (
              <Trans>Queued</Trans>
            ) : rowsTotal === null ? (
              isBundle ? (
                <Trans>Counting events</Trans>
              ) : isBinder ? (
                <Trans>Preparing the binder</Trans>
              ) : (
                <Trans>Counting rows</Trans>
              )
            ) : isBinder ? (
              <Trans>
                {format.number(rowsDone)} of {format.number(rowsTotal)} people
              </Trans>
            ) : isBundle ? (
              <Trans>
                {format.number(rowsDone)} of {format.number(rowsTotal)} events
              </Trans>
            ) : (
              <Trans>
                {format.number(rowsDone)} of {format.number(rowsTotal)} rows
              </Trans>
            )}
          </Text>
        </>
      )}
    </Paper>
  );
}

const looks = {
  waiting: { tone: 'gray', icon: IconCircle },
  running: { tone: 'blue', icon: IconCircleHalf2 },
  ready: { tone: 'green', icon: IconCheck },
  failed: { tone: 'red', icon: IconX },
  cancelled: { tone: 'gray', icon: IconBan },
  expired: { tone: 'gray', icon: IconClockOff },
} as const;

function StateBadge({ state }: { readonly state: MyExport['state'] }) {
  const { t } = useLingui();
  const label = {
    waiting: t`Waiting`,
    running: t`In progress`,
    ready: t`Ready`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
    expired: t`Removed after seven days`,
  }[state];
  const { tone, icon } = looks[state];
  return (
    <ToneBadge tone={tone} icon={icon} size="sm">
      {label}
    </ToneBadge>
  );
}
