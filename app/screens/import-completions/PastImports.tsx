import { Stack } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { ChooseFile } from '#app/features/imports/ChooseFile.tsx';
import { ImportCard } from '#app/features/imports/ImportCard.tsx';
import { pageFor } from '#app/lib/client.ts';
import { importsAt } from '#app/screens/import-completions/past-imports.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
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
      <Section title={<Trans>Imports so far</Trans>}>
        <Load query={imports.query} skeleton={<LineSkeletons label={t`Loading imports...`} count={3} />}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title={<Trans>No imports yet</Trans>} />
            ) : (
              <>
                <Stack
                  component="ul"
                  gap="sm"
                  m={0}
                  p={0}
                  style={{ listStyle: 'none' }}
                  aria-label={t`Imports so far`}
                >
                  {rows.map((one) => (
                    <ImportCard key={one.id} import={one} at={importsAt} />
                  ))}
                </Stack>
                <ListFoot list={imports.table} />
              </>
            )
          }
        </Load>
      </Section>
    </Page>
  );
}
