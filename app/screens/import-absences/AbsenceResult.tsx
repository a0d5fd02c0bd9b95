import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconCalendarOff } from '@tabler/icons-react';
import { absenceImportsContract as contract } from '#shared/contract/absence-imports.ts';
import { ImportEffect } from '#app/features/imports/ImportEffect.tsx';
import type { AbsenceFigures, AbsenceImport } from '#app/screens/import-absences/absence-imports.ts';
import { AbsenceEffectList } from '#app/screens/import-absences/AbsenceEffectList.tsx';
import { AbsenceRows } from '#app/screens/import-absences/AbsenceRows.tsx';

/** The absences that an import would record or has recorded, row by row, and its confirmation (USR-10). */
export function AbsenceResult({
  import: one,
  figures,
}: {
  readonly import: AbsenceImport;
  readonly figures: AbsenceFigures;
}) {
  return (
    <>
      <ImportEffect
        import={one}
        contract={contract}
        title={<Trans>Import absences</Trans>}
        icon={IconCalendarOff}
        effect={<AbsenceEffectList figures={figures} />}
        bad={figures.bad}
        changes={figures.recorded + figures.changed > 0}
      >
        <Text size="sm">
          <Trans>
            Kinds and notes are visible to each person and to people who may record their absences. They are
            not in the audit trail.
          </Trans>
        </Text>
      </ImportEffect>
      <AbsenceRows import={one} figures={figures} />
    </>
  );
}
