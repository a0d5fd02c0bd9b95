import { Button, Menu } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCalendarOff, IconFileImport, IconTableExport } from '@tabler/icons-react';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { ChooseFile } from '#app/features/imports/ChooseFile.tsx';
import { ImportCards } from '#app/features/imports/ImportCards.tsx';
import { pageFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';
import { useList } from '#app/ui/table/use-list.ts';

/** /users/import (USR-06): choose a file of people, or open earlier imports. */
export function ImportPeople() {
  const { t } = useLingui();
  const imports = useList({
    filters: {},
    ask: () => ({}),
    limit: 20,
    page: (query) => ({ ...pageFor(contract.list, { query }), staleTime: 0 }),
  });
  const download = useDownload<'csv' | 'xlsx'>((format) =>
    saveFile(contract.export, `people.${format}`, { query: { format } }),
  );
  return (
    <Page>
      <PageHeader
        crumbs={[
          { label: <Trans>Users & Roles</Trans>, to: '/users' },
          { label: <Trans>Import people</Trans> },
        ]}
        title={t`Import people`}
        subtitle={t`Create and change many people with a file. Nothing changes before you confirm the effect`}
        actions={
          <>
            <ButtonLink
              to="/users/import-absences"
              variant="default"
              leftSection={<IconCalendarOff size={18} aria-hidden />}
            >
              <Trans>Import absences</Trans>
            </ButtonLink>
            <ButtonLink
              to="/users/import-completions"
              variant="default"
              leftSection={<IconFileImport size={18} aria-hidden />}
            >
              <Trans>Import past completions</Trans>
            </ButtonLink>
            <Menu>
              <Menu.Target>
                <Button
                  variant="default"
                  leftSection={<IconTableExport size={18} aria-hidden />}
                  loading={download.busy !== null}
                >
                  <Trans>Export people</Trans>
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => download.save('csv')}>CSV</Menu.Item>
                <Menu.Item onClick={() => download.save('xlsx')}>XLSX</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      <DownloadFailure download={download} />
      <Section title={<Trans>Choose a file</Trans>}>
        <ChooseFile
          contract={contract.upload}
          at="/users/import"
          label={t`File of people`}
          note={<Trans>The file itself is not stored, and neither are passwords in it.</Trans>}
        />
      </Section>
      <ImportCards imports={imports} at="/users/import" />
    </Page>
  );
}
