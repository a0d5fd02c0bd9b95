import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconDownload, IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { saveFile } from '#app/lib/download.ts';
import { useCommand } from '#app/lib/query.ts';
import { useDownload } from '#app/lib/use-download.ts';
import type { PastFigures, PastImport } from '#app/screens/import-completions/past-imports.ts';
import { PastEffect } from '#app/screens/import-completions/PastEffect.tsx';
import { PastRows } from '#app/screens/import-completions/PastRows.tsx';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

interface Given {
  readonly import: PastImport;
  readonly figures: PastFigures;
}

/** The completions that an import would record or has recorded, row by row, and its confirmation (USR-09). */
export function PastResult({ import: one, figures }: Given) {
  const [confirming, setConfirming] = useState(false);
  const isDone = one.state === 'done';
  const canImport = figures.recorded + figures.completes > 0;
  const download = useDownload<'csv'>(() =>
    saveFile(contract.problems, `import-${String(one.id)}-errors.csv`, { params: { id: one.id } }),
  );
  return (
    <>
      <Section title={isDone ? <Trans>Result</Trans> : <Trans>Effect</Trans>}>
        <Stack gap="md">
          {figures.bad > 0 && (
            <Alert
              color="red"
              variant="light"
              icon={<IconAlertTriangle aria-hidden />}
              title={<Plural value={figures.bad} one="# row has errors" other="# rows have errors" />}
            >
              <Stack gap="sm" align="flex-start">
                <Text size="sm">
                  <Trans>An import is all or nothing. Correct the file and upload it again.</Trans>
                </Text>
                <Button
                  variant="default"
                  leftSection={<IconDownload size={18} aria-hidden />}
                  loading={download.busy !== null}
                  onClick={() => download.save('csv')}
                >
                  <Trans>Download errors</Trans>
                </Button>
              </Stack>
            </Alert>
          )}
          <DownloadFailure download={download} />
          <PastEffect figures={figures} />
          {one.state === 'checked' && figures.bad === 0 && canImport && (
            <Group>
              <Button
                leftSection={<IconFileImport size={18} aria-hidden />}
                onClick={() => setConfirming(true)}
              >
                <Trans>Import completions</Trans>
              </Button>
            </Group>
          )}
        </Stack>
      </Section>
      <PastRows import={one} figures={figures} />
      {confirming && <ConfirmPast import={one} figures={figures} onClose={() => setConfirming(false)} />}
    </>
  );
}

function ConfirmPast({
  import: { id, planHash },
  figures,
  onClose,
}: Given & {
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const confirm = useCommand(contract.confirm, { onSuccess: onClose, onError: () => true });
  return (
    <ConfirmDialog
      opened
      size="lg"
      title={<Trans>Import completions</Trans>}
      effects={<PastEffect figures={figures} />}
      confirmLabel={<Trans>Import</Trans>}
      busy={confirm.isPending}
      blocked={reason.trim() === '' || planHash === null}
      error={confirm.error}
      onConfirm={() =>
        confirm.mutate({ params: { id }, body: { planHash: planHash ?? '', reason: reason.trim() } })
      }
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            The completions are kept as recorded from source, with your name, the file and the reason. They
            have no signatures, and no certificates are issued.
          </Trans>
        </Text>
        <ReasonInput
          value={reason}
          withAsterisk
          maxLength={500}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
