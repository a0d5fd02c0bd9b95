import { Alert } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { CancelButton, ImportHead, ImportPage, whileBusy } from '#app/features/imports/ImportPage.tsx';
import { isOpen, notDone } from '#app/features/imports/state-looks.ts';
import { queryFor } from '#app/lib/client.ts';
import { useCommand } from '#app/lib/query.ts';
import { ColumnsStep } from '#app/screens/import-people/ColumnsStep.tsx';
import { ImportResult } from '#app/screens/import-people/ImportResult.tsx';
import type { PeopleImport } from '#app/screens/import-people/imports.ts';
import { Section } from '#app/ui/PageHeader.tsx';

/** /users/import/:id (USR-06): columns, check, effect, confirmation, progress and result of one import. */
export function ImportDetails() {
  const { importId = '' } = useParams({ strict: false });
  const imports = useImports();
  const query = useQuery({ ...queryFor(contract.get, { params: { id: importId } }), ...whileBusy });
  return (
    <ImportPage query={query} commands={contract} imports={imports}>
      {(one) => <Loaded import={one} />}
    </ImportPage>
  );
}

const useImports = () => {
  const { t } = useLingui();
  return { title: t`Import people`, to: '/users/import' };
};

function Loaded({ import: one }: { readonly import: PeopleImport }) {
  const imports = useImports();
  const secret = one.secretColumns.map((column) => one.headings[column] ?? '').join(', ');
  const cancel = useCommand(contract.cancel, { failure: notDone });
  return (
    <>
      <ImportHead
        import={one}
        imports={imports}
        actions={
          isOpen(one.state) && (
            <CancelButton busy={cancel.isPending} onCancel={() => cancel.mutate({ params: { id: one.id } })}>
              <Trans>Cancel import</Trans>
            </CancelButton>
          )
        }
        changed={
          <Trans>
            People changed after you confirmed, so nothing was imported. This is the new effect. Review and
            confirm it again.
          </Trans>
        }
      >
        {secret !== '' && isOpen(one.state) && (
          <Alert color="blue" variant="light" icon={<IconLock aria-hidden />}>
            <Trans>
              These columns contain passwords, which were not stored and are not imported: {secret}. New
              people choose their own password.
            </Trans>
          </Alert>
        )}
      </ImportHead>
      {(one.state === 'uploaded' || one.state === 'checked') && (
        <Section title={<Trans>Columns</Trans>}>
          <ColumnsStep key={`${String(one.id)} ${one.checkedAt ?? ''}`} import={one} />
        </Section>
      )}
      {one.figures !== null && (one.state === 'checked' || one.state === 'done') && (
        <ImportResult import={one} figures={one.figures} />
      )}
    </>
  );
}
