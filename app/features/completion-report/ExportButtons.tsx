import { Button, Group } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconBraces, IconFileSpreadsheet, IconFileTypePdf, IconTable } from '@tabler/icons-react';
import type { ExportFormat } from '#shared/domain/reports/export-name.ts';
import { ButtonLink } from '#app/ui/links.tsx';
import type { ReportExport } from '#app/features/completion-report/use-export.ts';

/** Export CSV, Export XLSX and Export PDF (RPT-02), with their progress. */
export function ExportButtons({
  report,
  inBackground,
  onLines,
}: {
  readonly report: ReportExport | ReportExport<ExportFormat>;
  /** The parameters with which a PDF that takes too long to wait for is requested; null if it is not offered. */
  readonly inBackground: Readonly<Record<string, string>> | null;
  /** Saves the same data as JSON Lines; absent if that is not offered. */
  readonly onLines?: () => void;
}) {
  const { busy, save } = report;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        loading={busy === 'csv'}
        disabled={busy !== null && busy !== 'csv'}
        onClick={() => save('csv')}
      >
        <Trans>Export CSV</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<IconTable size={18} aria-hidden />}
        loading={busy === 'xlsx'}
        disabled={busy !== null && busy !== 'xlsx'}
        onClick={() => save('xlsx')}
      >
        <Trans>Export XLSX</Trans>
      </Button>
      {onLines && (
        <Button
          variant="default"
          leftSection={<IconBraces size={18} aria-hidden />}
          loading={busy === 'jsonl'}
          disabled={busy !== null && busy !== 'jsonl'}
          onClick={onLines}
        >
          <Trans>Export JSONL</Trans>
        </Button>
      )}
      {inBackground === null ? (
        <Button
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
          loading={busy === 'pdf'}
          disabled={busy !== null && busy !== 'pdf'}
          onClick={() => save('pdf')}
        >
          <Trans>Export PDF</Trans>
        </Button>
      ) : (
        <ButtonLink
          to="/reports/export"
          search={inBackground}
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
        >
          <Trans>Export PDF</Trans>
        </ButtonLink>
      )}
    </Group>
  );
}
