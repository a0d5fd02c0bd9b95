import { Alert, Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { ImportProgressBar } from '#app/features/imports/ImportProgressBar.tsx';
import { isBusy, isOpen, notDone, stateLooks } from '#app/features/imports/state-looks.ts';
import { isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { CertificateFiles } from '#app/screens/import-completions/CertificateFiles.tsx';
import { importsAt, type PastImport } from '#app/screens/import-completions/past-imports.ts';
import { PastColumns } from '#app/screens/import-completions/PastColumns.tsx';
import { PastResult } from '#app/screens/import-completions/PastResult.tsx';
import { ReverseImport } from '#app/screens/import-completions/ReverseImport.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The interval at which progress is read, in milliseconds. */
const refreshInterval = 1500;

/** /users/import-completions/:id (USR-09): columns, files, check, effect, confirmation, progress, result and reversal of one import. */
export function OnePastImport() {
  const { t } = useLingui();
  const { pastImportId = '' } = useParams({ strict: false });
  const invalidate = useInvalidate();
  const found = useQuery({
    ...queryFor(contract.get, { params: { id: pastImportId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.state) ? refreshInterval : false),
  });
  const state = found.data?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== undefined && state !== undefined && before.current !== state)
      void invalidate(state === 'done' || state === 'reversed' ? contract.confirm : contract.check);
    before.current = state;
  }, [state, invalidate]);
  usePageTitle(found.data?.fileName);
  return (
    <Page wide>
      <Load
        query={found}
        skeleton={<PageSkeleton label={t`Loading the import...`} />}
        failed={(error) =>
          isNotFound(error) && (
            <>
              <PageHeader title={t`Import past completions`} />
              <EmptyState
                title={<Trans>There is no such import</Trans>}
                action={
                  <TextLink to={importsAt}>
                    <Trans>Import past completions</Trans>
                  </TextLink>
                }
              />
            </>
          )
        }
      >
        {(one) => <Loaded import={one} />}
      </Load>
    </Page>
  );
}

function Loaded({ import: one }: { readonly import: PastImport }) {
  const { i18n } = useLingui();
  const { label, tone, icon } = stateLooks[one.state];
  const [reversing, setReversing] = useState(false);
  const cancel = useCommand(contract.cancel, { failure: notDone });
  const hasColumns = one.state === 'uploaded' || one.state === 'checked';
  return (
    <>
      <PageHeader
        crumbs={[
          { label: <Trans>Users & Roles</Trans>, to: '/users' },
          { label: <Trans>Import past completions</Trans>, to: importsAt },
          { label: one.fileName },
        ]}
        title={one.fileName}
        badge={
          <ToneBadge tone={tone} icon={icon}>
            {i18n._(label)}
          </ToneBadge>
        }
        subtitle={<Plural value={one.rowCount} one="# row" other="# rows" />}
        actions={
          isOpen(one.state) || one.state === 'reversing' ? (
            <Button
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ params: { id: one.id } })}
            >
              {one.state === 'reversing' ? <Trans>Cancel reversal</Trans> : <Trans>Cancel import</Trans>}
            </Button>
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
      />
      <Notices import={one} />
      {isBusy(one.state) && <ImportProgressBar state={one.state} progress={one.progress} />}
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

function Notices({ import: { problem, changedSince, reversal } }: { readonly import: PastImport }) {
  const icon = <IconInfoCircle aria-hidden />;
  return (
    <>
      {problem !== null && (
        <Alert color="red" variant="light" role="alert" icon={icon}>
          {reasonText(problem)}
        </Alert>
      )}
      {changedSince && (
        <Alert color="yellow" variant="light" role="alert" icon={icon}>
          <Trans>
            Trainings changed after you confirmed, so nothing was recorded. This is the new effect. Review and
            confirm it again.
          </Trans>
        </Alert>
      )}
      {reversal?.at != null && (
        <Alert color="gray" variant="light" icon={icon}>
          <Trans>
            Reversed by {reversal.by.name}, <Moment value={reversal.at} show="dateTime" />: {reversal.reason}
          </Trans>
        </Alert>
      )}
    </>
  );
}
