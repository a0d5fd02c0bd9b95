import { Alert, Button, Group } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react';
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

/** A failed export stays on the page with its reason and Retry (RPT-02, SHELL-07). */
export function ExportFailure({ report }: { readonly report: ReportExport }) {
  const { t } = useLingui();
  const { failed, save, dismiss } = report;
  if (!failed) return null;
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={<Trans>The export failed</Trans>}
      withCloseButton
      closeButtonLabel={t`Close`}
      onClose={dismiss}
    >
      <Group gap="sm">
        <span>{failed.text}</span>
        <Button size="compact-sm" variant="default" onClick={() => save(failed.format)}>
          <Trans>Retry</Trans>
        </Button>
      </Group>
    </Alert>
  );
}
