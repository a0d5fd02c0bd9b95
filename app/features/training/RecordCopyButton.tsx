import { Button } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { reportsContract } from '#shared/contract/reports.ts';
import { saveFile } from '#app/lib/download.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { reportFailure } from '#app/lib/query.ts';

const copyFailed: ToastRow = {
  tone: 'destructive',
  title: msg`Download Failed`,
  text: msg`The certified copy could not be downloaded. Please try again.`,
  serverFirst: true,
};

/** Downloads a certified copy of one completion (INS-03). */
export function RecordCopyButton({
  userId,
  recordId,
  of,
}: {
  readonly userId: string;
  readonly recordId: number;
  /** The name of the record: it distinguishes the buttons of a page for screen readers. */
  readonly of: string;
}) {
  const { t } = useLingui();
  const download = useMutation({
    mutationFn: () =>
      saveFile(reportsContract.trainingFile, 'training-record.pdf', {
        params: { userId },
        query: { record: String(recordId) },
      }),
    onError: (error) => reportFailure(error, copyFailed),
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconCertificate size={15} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
      aria-label={t`Certified copy of ${of}`}
    >
      <Trans>Certified copy</Trans>
    </Button>
  );
}
