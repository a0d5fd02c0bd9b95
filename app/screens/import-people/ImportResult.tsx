import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconDownload, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { saveFile } from '#app/lib/download.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { ConfirmImport } from '#app/screens/import-people/ConfirmImport.tsx';
import { EffectOfImport } from '#app/screens/import-people/EffectOfImport.tsx';
import { ImportRows } from '#app/screens/import-people/ImportRows.tsx';
import type { ImportFigures, PeopleImport } from '#app/screens/import-people/imports.ts';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
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
