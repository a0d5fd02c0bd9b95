import { Alert, Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { CancelButton, ImportHead, ImportPage, whileBusy } from '#app/features/imports/ImportPage.tsx';
import { isOpen, notDone } from '#app/features/imports/state-looks.ts';
import { queryFor } from '#app/lib/client.ts';
import { useCommand } from '#app/lib/query.ts';
import { CertificateFiles } from '#app/screens/import-completions/CertificateFiles.tsx';
import { importsAt, type PastImport } from '#app/screens/import-completions/past-imports.ts';
import { PastColumns } from '#app/screens/import-completions/PastColumns.tsx';
import { PastResult } from '#app/screens/import-completions/PastResult.tsx';
import { ReverseImport } from '#app/screens/import-completions/ReverseImport.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

/** /users/import-completions/:id (USR-09): columns, files, check, effect, confirmation, progress, result and reversal of one import. */
export function OnePastImport() {
  const { pastImportId = '' } = useParams({ strict: false });
  const imports = useImports();
  const query = useQuery({ ...queryFor(contract.get, { params: { id: pastImportId } }), ...whileBusy });
  return (
    <ImportPage query={query} commands={contract} imports={imports}>
      {(one) => <Loaded import={one} />}
    </ImportPage>
  );
}

const useImports = () => {
  const { t } = useLingui();
  return { title: t`Import past completions`, to: importsAt };
};

function Loaded({ import: one }: { readonly import: PastImport }) {
  const imports = useImports();
  const { reversal } = one;
  const [reversing, setReversing] = useState(false);
  const cancel = useCommand(contract.cancel, { failure: notDone });
  const hasColumns = one.state === 'uploaded' || one.state === 'checked';
  return (
    <>
      <ImportHead
        import={one}
        imports={imports}
        actions={
          isOpen(one.state) || one.state === 'reversing' ? (
            <CancelButton busy={cancel.isPending} onCancel={() => cancel.mutate({ params: { id: one.id } })}>
              {one.state === 'reversing' ? <Trans>Cancel reversal</Trans> : <Trans>Cancel import</Trans>}
            </CancelButton>
          ) : (
            one.state === 'done' && (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                onClick={() => setReversing(true)}
              >
                <Trans>Reverse import</Trans>
              </Button>
            )
          )
        }
        changed={
          <Trans>
            Trainings changed after you confirmed, so nothing was recorded. This is the new effect. Review and
            confirm it again.
          </Trans>
        }
      >
        {reversal?.at != null && (
          <Alert color="gray" variant="light" icon={<IconInfoCircle aria-hidden />}>
            <Trans>
              Reversed by {reversal.by.name}, <Moment value={reversal.at} show="dateTime" />:{' '}
              {reversal.reason}
            </Trans>
          </Alert>
        )}
      </ImportHead>
      {hasColumns && (
        <>
          <Section title={<Trans>Certificate files</Trans>}>
            <CertificateFiles import={one} />
          </Section>
          <Section title={<Trans>Columns</Trans>}>
            <PastColumns key={`${String(one.id)} ${one.checkedAt ?? ''}`} import={one} />
          </Section>
        </>
      )}
      {one.figures !== null && (one.state === 'checked' || one.state === 'done') && (
        <PastResult import={one} figures={one.figures} />
      )}
      {reversing && <ReverseImport import={one} onClose={() => setReversing(false)} />}
    </>
  );
}
