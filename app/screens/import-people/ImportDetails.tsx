import { Alert, Button, Stack } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconInfoCircle, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { ImportProgressBar } from '#app/features/imports/ImportProgressBar.tsx';
import { isBusy, isOpen, notDone, stateLooks } from '#app/features/imports/state-looks.ts';
import { isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { ColumnsStep } from '#app/screens/import-people/ColumnsStep.tsx';
import { ImportResult } from '#app/screens/import-people/ImportResult.tsx';
import type { PeopleImport } from '#app/screens/import-people/imports.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The interval at which progress is read, in milliseconds. */
const refreshInterval = 1500;

/** /users/import/:id (USR-06): columns, check, effect, confirmation, progress and result of one import. */
export function ImportDetails() {
  const { t } = useLingui();
  const { importId = '' } = useParams({ strict: false });
  const invalidate = useInvalidate();
  const found = useQuery({
    ...queryFor(contract.get, { params: { id: importId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.state) ? refreshInterval : false),
  });
  const state = found.data?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== undefined && state !== undefined && before.current !== state)
      void invalidate(state === 'done' ? contract.confirm : contract.check);
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
              <PageHeader title={t`Import people`} />
              <EmptyState
                title={<Trans>There is no such import</Trans>}
                action={
                  <TextLink to="/users/import">
                    <Trans>Import people</Trans>
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

function Loaded({ import: one }: { readonly import: PeopleImport }) {
  const { i18n } = useLingui();
  const { label, tone, icon } = stateLooks[one.state];
  const cancel = useCommand(contract.cancel, { failure: notDone });
  return (
    <>
      <PageHeader
        crumbs={[
          { label: <Trans>Users & Roles</Trans>, to: '/users' },
          { label: <Trans>Import people</Trans>, to: '/users/import' },
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
          isOpen(one.state) && (
            <Button
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ params: { id: one.id } })}
            >
              <Trans>Cancel import</Trans>
            </Button>
          )
        }
      />
      <Notices import={one} />
      {isBusy(one.state) && <ImportProgressBar state={one.state} progress={one.progress} />}
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

function Notices({ import: one }: { readonly import: PeopleImport }) {
  const secret = one.secretColumns.map((column) => one.headings[column] ?? '').join(', ');
  return (
    <Stack gap="sm">
      {one.problem !== null && (
        <Alert color="red" variant="light" role="alert" icon={<IconInfoCircle aria-hidden />}>
          {reasonText(one.problem)}
        </Alert>
      )}
      {one.changedSince && (
        <Alert color="yellow" variant="light" role="alert" icon={<IconInfoCircle aria-hidden />}>
          <Trans>
            People changed after you confirmed, so nothing was imported. This is the new effect. Review and
            confirm it again.
          </Trans>
        </Alert>
      )}
      {secret !== '' && isOpen(one.state) && (
        <Alert color="blue" variant="light" icon={<IconLock aria-hidden />}>
          <Trans>
            These columns contain passwords, which were not stored and are not imported: {secret}. New people
            choose their own password.
          </Trans>
        </Alert>
      )}
    </Stack>
  );
}
