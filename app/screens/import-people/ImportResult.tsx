import { Button, Group, Stack } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { RowErrors } from '#app/features/imports/RowErrors.tsx';
import { saveFile } from '#app/lib/download.ts';
import { ConfirmImport } from '#app/screens/import-people/ConfirmImport.tsx';
import { EffectOfImport } from '#app/screens/import-people/EffectOfImport.tsx';
import { ImportRows } from '#app/screens/import-people/ImportRows.tsx';
import type { ImportFigures, PeopleImport } from '#app/screens/import-people/imports.ts';
import { Section } from '#app/ui/PageHeader.tsx';

/** The changes that an import would make or has made, row by row, and its confirmation (USR-06). */
export function ImportResult({
  import: one,
  figures,
}: {
  readonly import: PeopleImport;
  readonly figures: ImportFigures;
}) {
  const [confirming, setConfirming] = useState(false);
  const isDone = one.state === 'done';
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
          <EffectOfImport figures={figures} />
          {one.state === 'checked' && figures.bad === 0 && (
            <Group>
              <Button
                leftSection={<IconUsersPlus size={18} aria-hidden />}
                onClick={() => setConfirming(true)}
              >
                <Trans>Import people</Trans>
              </Button>
            </Group>
          )}
        </Stack>
      </Section>
      <ImportRows import={one} figures={figures} />
      {confirming && <ConfirmImport import={one} figures={figures} onClose={() => setConfirming(false)} />}
    </>
  );
}
