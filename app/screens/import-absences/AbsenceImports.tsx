import { Trans, useLingui } from '@lingui/react/macro';
import { absenceImportsContract as contract } from '#shared/contract/absence-imports.ts';
import { ChooseFile } from '#app/features/imports/ChooseFile.tsx';
import { ImportCards } from '#app/features/imports/ImportCards.tsx';
import { pageFor } from '#app/lib/client.ts';
import { importsAt } from '#app/screens/import-absences/absence-imports.ts';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';
import { useList } from '#app/ui/table/use-list.ts';

/** /users/import-absences (USR-10): choose a file of absences, or open earlier imports. */
export function AbsenceImports() {
  const { t } = useLingui();
  const imports = useList({
    filters: {},
    ask: () => ({}),
    limit: 20,
    page: (query) => ({ ...pageFor(contract.list, { query }), staleTime: 0 }),
  });
  return (
    <Page>
      <PageHeader
        crumbs={[
          { label: <Trans>Users & Roles</Trans>, to: '/users' },
          { label: <Trans>Import absences</Trans> },
        ]}
        title={t`Import absences`}
        subtitle={t`Record the absences of many people with a file. Nothing changes before you confirm the effect`}
      />
      <Section title={<Trans>Choose a file</Trans>}>
        <ChooseFile
          contract={contract.upload}
          at={importsAt}
          label={t`File of absences`}
          note={
            <Trans>
              One row per absence: person, first day, last day and kind (leave, parental or sick). An empty
              last day means that the return is not known yet. Import the file again to end or extend
              absences: the first day identifies them.
            </Trans>
          }
        />
      </Section>
      <ImportCards imports={imports} at={importsAt} />
    </Page>
  );
}
