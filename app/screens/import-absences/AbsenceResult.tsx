import { Button, Group, Stack, Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconCalendarOff } from '@tabler/icons-react';
import { useState } from 'react';
import { absenceImportsContract as contract } from '#shared/contract/absence-imports.ts';
import { RowErrors } from '#app/features/imports/RowErrors.tsx';
import { saveFile } from '#app/lib/download.ts';
import { useCommand } from '#app/lib/query.ts';
import type { AbsenceFigures, AbsenceImport } from '#app/screens/import-absences/absence-imports.ts';
import { AbsenceEffectList } from '#app/screens/import-absences/AbsenceEffectList.tsx';
import { AbsenceRows } from '#app/screens/import-absences/AbsenceRows.tsx';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

interface Given {
  readonly import: AbsenceImport;
  readonly figures: AbsenceFigures;
}

/** The absences that an import would record or has recorded, row by row, and its confirmation (USR-10). */
export function AbsenceResult({ import: one, figures }: Given) {
  const [confirming, setConfirming] = useState(false);
  const canImport = figures.recorded + figures.changed > 0;
  return (
    <>
      <Section title={one.state === 'done' ? <Trans>Result</Trans> : <Trans>Effect</Trans>}>
        <Stack gap="md">
          <RowErrors
            count={figures.bad}
            save={() =>
              saveFile(contract.problems, `import-${String(one.id)}-errors.csv`, { params: { id: one.id } })
            }
          />
          <AbsenceEffectList figures={figures} />
          {one.state === 'checked' && figures.bad === 0 && canImport && (
            <Group>
              <Button
                leftSection={<IconCalendarOff size={18} aria-hidden />}
                onClick={() => setConfirming(true)}
              >
                <Trans>Import absences</Trans>
              </Button>
            </Group>
          )}
        </Stack>
      </Section>
      <AbsenceRows import={one} figures={figures} />
      {confirming && <ConfirmAbsences import={one} figures={figures} onClose={() => setConfirming(false)} />}
    </>
  );
}

function ConfirmAbsences({
  import: { id, planHash },
  figures,
  onClose,
}: Given & { readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const confirm = useCommand(contract.confirm, { onSuccess: onClose, onError: () => true });
  return (
    <ConfirmDialog
      opened
      size="lg"
      title={<Trans>Import absences</Trans>}
      effects={<AbsenceEffectList figures={figures} />}
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
            Kinds and notes are visible to each person and to people who may record their absences. They are
            not in the audit trail.
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
