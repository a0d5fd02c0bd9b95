import { Button, Group, Stack, Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { RowErrors } from '#app/features/imports/RowErrors.tsx';
import { saveFile } from '#app/lib/download.ts';
import { useCommand } from '#app/lib/query.ts';
import type { PastFigures, PastImport } from '#app/screens/import-completions/past-imports.ts';
import { PastEffect } from '#app/screens/import-completions/PastEffect.tsx';
import { PastRows } from '#app/screens/import-completions/PastRows.tsx';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
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
  return (
    <>
      <Section title={isDone ? <Trans>Result</Trans> : <Trans>Effect</Trans>}>
        <Stack gap="md">
          <RowErrors
            count={figures.bad}
            save={() =>
              saveFile(contract.problems, `import-${String(one.id)}-errors.csv`, { params: { id: one.id } })
            }
          />
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
