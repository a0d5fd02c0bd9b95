import { Alert, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { exportsContract } from '#shared/contract/exports.ts';
import { ExportContinues } from '#app/features/completion-report/ExportContinues.tsx';
import { Preparing } from '#app/features/completion-report/Preparing.tsx';
import { preparingOf, untilPrepared } from '#app/features/completion-report/preparing.ts';
import { requestOf, useBackgroundExport } from '#app/features/completion-report/use-export.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { useFormat } from '#app/lib/format.ts';
import { useCommand } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { filtersOf, type ExportChoice, type readChoice } from '#app/screens/export-data/export-view.ts';
import { SaveExport } from '#app/screens/export-data/SaveExport.tsx';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { ErrorState } from '#app/ui/ErrorState.tsx';

/** Shows the number of rows first, then offers the file at once, or a job in the background (RPT-03). */
export function ExportActions({
  choice: { dataSet, format, columns },
  view,
  onSaved,
}: {
  readonly choice: ReturnType<typeof readChoice>;
  readonly view: ExportChoice;
  /** Called with the id of the saved export; empty: it is no longer being changed. */
  readonly onSaved: (id: string) => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const filters = filtersOf(view, dataSet);
  // In the trail the columns determine the rows.
  const ofColumns = dataSet === 'audit' ? { columns: columns.join(',') } : {};
  // Any change by any person changes the number, so every visit counts again.
  const count = useQuery({
    ...queryFor(exportsContract.count, { query: { dataSet, format, ...ofColumns, ...filters } }),
    staleTime: 0,
    ...untilPrepared,
  });
  const preparing = preparingOf(count.error);
  const request = requestOf({ dataSet, format, columns, filters });
  const file = useBackgroundExport<'file'>(() => ({
    download: (signal) =>
      saveFile(exportsContract.download, `${dataSet}-${format}.${format}`, {
        query: { dataSet, format, columns: columns.join(','), ...filters },
        signal,
      }),
    request,
  }));
  // Errors are shown below.
  const ask = useCommand(exportsContract.request, { onError: () => true });
  const rows = count.data?.rows ?? 0;
  const shown = number(rows);
  return (
    <Paper withBorder p="md" component="section" aria-label={t`Create export`}>
      <Stack gap="sm">
        <DownloadFailure download={file} />
        <ExportContinues report={file} />
        {ask.error && (
          <Alert color="red" role="alert" title={<Trans>The export failed</Trans>}>
            {ask.error instanceof ApiError ? (
              explain(ask.error)
            ) : (
              <Trans>The server could not be reached.</Trans>
            )}
          </Alert>
        )}
        {preparing ? (
          <Preparing {...preparing} />
        ) : count.error ? (
          <ErrorState error={count.error} busy={count.isFetching} onRetry={() => void count.refetch()} />
        ) : (
          <Group justify="space-between">
            <div role="status" aria-live="polite">
              {count.data ? (
                <Text fw={600}>
                  {count.data.more ? (
                    <Trans>More than {shown} rows</Trans>
                  ) : (
                    <Plural value={rows} _0="No rows match these filters" one="# row" other="# rows" />
                  )}
                </Text>
              ) : (
                <Skeleton height={24} width={120} />
              )}
              <Text size="sm" c="dimmed">
                {count.data?.background === true ? (
                  <Trans>
                    The export is prepared in the background. You can leave this page and find it below later.
                  </Trans>
                ) : (
                  !file.continuesSentence && (
                    <Trans>This export is small enough to download right away.</Trans>
                  )
                )}
              </Text>
            </div>
            {count.data?.background === true ? (
              <Button
                leftSection={<IconHourglass size={18} aria-hidden />}
                loading={ask.isPending}
                onClick={() => ask.mutate({ body: request })}
              >
                <Trans>Prepare in the background</Trans>
              </Button>
            ) : (
              <Group gap="xs" justify="flex-end">
                <Button
                  variant="default"
                  loading={ask.isPending}
                  disabled={rows === 0}
                  onClick={() => ask.mutate({ body: request })}
                >
                  <Trans>Prepare in the background</Trans>
                </Button>
                <Button
                  leftSection={<IconDownload size={18} aria-hidden />}
                  loading={file.busy !== null}
                  disabled={count.data === undefined || rows === 0}
                  onClick={() => file.save('file')}
                >
                  <Trans>Download</Trans>
                </Button>
              </Group>
            )}
          </Group>
        )}
        <SaveExport definition={request} saved={view.saved} onSaved={onSaved} />
      </Stack>
    </Paper>
  );
}
