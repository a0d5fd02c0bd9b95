import { Button, Group } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react';
import type { ReportExport } from '#app/screens/completion-report/use-export.ts';

/** Export CSV and Export PDF (RPT-02): they show their wait. */
export function ExportButtons({ report }: { readonly report: ReportExport }) {
  const { busy, save } = report;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        loading={busy === 'csv'}
        disabled={busy === 'pdf'}
        onClick={() => save('csv')}
      >
        <Trans>Export CSV</Trans>
      </Button>
      <Button
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        loading={busy === 'pdf'}
        disabled={busy === 'csv'}
        onClick={() => save('pdf')}
      >
        <Trans>Export PDF</Trans>
      </Button>
    </Group>
  );
}
