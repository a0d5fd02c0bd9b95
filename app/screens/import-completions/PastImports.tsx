import { Trans, useLingui } from '@lingui/react/macro';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { ChooseFile } from '#app/features/imports/ChooseFile.tsx';
import { ImportCards } from '#app/features/imports/ImportCards.tsx';
import { pageFor } from '#app/lib/client.ts';
import { importsAt } from '#app/screens/import-completions/past-imports.ts';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';
import { useList } from '#app/ui/table/use-list.ts';

/** /users/import-completions (USR-09): choose a file of past completions, or open earlier imports. */
export function PastImports() {
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
          { label: <Trans>Import past completions</Trans> },
        ]}
        title={t`Import past completions`}
        subtitle={t`Record completions from another system or from paper. Nothing is recorded before you confirm the effect`}
      />
      <Section title={<Trans>Choose a file</Trans>}>
        <ChooseFile
          contract={contract.upload}
          at={importsAt}
          label={t`File of past completions`}
          note={
            <Trans>
              One row per completion: person, module, day, and optionally version, source and certificate
              file. The completions are kept as recorded from source, without signatures.
            </Trans>
          }
        />
      </Section>
      <ImportCards imports={imports} at={importsAt} />
    </Page>
  );
}
