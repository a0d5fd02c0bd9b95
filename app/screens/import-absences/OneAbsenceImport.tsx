import { Alert, Button, Stack } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { absenceImportsContract as contract } from '#shared/contract/absence-imports.ts';
import { absenceFields, refuseAbsenceMapping } from '#shared/domain/assignments/absence-import/fields.ts';
import { CheckButton } from '#app/features/imports/CheckButton.tsx';
import { ColumnSelects } from '#app/features/imports/ColumnSelects.tsx';
import { DayOrderSelect } from '#app/features/imports/DayOrderSelect.tsx';
import { ImportProgressBar } from '#app/features/imports/ImportProgressBar.tsx';
import { isBusy, isOpen, notDone, stateLooks } from '#app/features/imports/state-looks.ts';
import { isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { fieldLabels, importsAt, type AbsenceImport } from '#app/screens/import-absences/absence-imports.ts';
import { AbsenceResult } from '#app/screens/import-absences/AbsenceResult.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The interval at which progress is read, in milliseconds. */
const refreshInterval = 1500;

/** /users/import-absences/:id (USR-10): columns, check, effect, confirmation, progress and result of one import. */
export function OneAbsenceImport() {
  const { t } = useLingui();
  const { absenceImportId = '' } = useParams({ strict: false });
  const invalidate = useInvalidate();
  const found = useQuery({
    ...queryFor(contract.get, { params: { id: absenceImportId } }),
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
              <PageHeader title={t`Import absences`} />
              <EmptyState
                title={<Trans>There is no such import</Trans>}
                action={
                  <TextLink to={importsAt}>
                    <Trans>Import absences</Trans>
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

function Loaded({ import: one }: { readonly import: AbsenceImport }) {
  const { i18n } = useLingui();
  const { label, tone, icon } = stateLooks[one.state];
  const cancel = useCommand(contract.cancel, { failure: notDone });
  return (
    <>
      <PageHeader
        crumbs={[
          { label: <Trans>Users & Roles</Trans>, to: '/users' },
          { label: <Trans>Import absences</Trans>, to: importsAt },
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
      {one.problem !== null && (
        <Alert color="red" variant="light" role="alert" icon={<IconInfoCircle aria-hidden />}>
          {reasonText(one.problem)}
        </Alert>
      )}
      {one.changedSince && (
        <Alert color="yellow" variant="light" role="alert" icon={<IconInfoCircle aria-hidden />}>
          <Trans>
            Absences or trainings changed after you confirmed, so nothing was recorded. This is the new
            effect. Review and confirm it again.
          </Trans>
        </Alert>
      )}
      {isBusy(one.state) && <ImportProgressBar state={one.state} progress={one.progress} />}
      {(one.state === 'uploaded' || one.state === 'checked') && (
        <Section title={<Trans>Columns</Trans>}>
          <Columns key={`${String(one.id)} ${one.checkedAt ?? ''}`} import={one} />
        </Section>
      )}
      {one.figures !== null && (one.state === 'checked' || one.state === 'done') && (
        <AbsenceResult import={one} figures={one.figures} />
      )}
    </>
  );
}

function Columns({ import: one }: { readonly import: AbsenceImport }) {
  const [mapping, setMapping] = useState(one.mapping);
  const [options, setOptions] = useState(one.options);
  const check = useCommand(contract.check, { failure: notDone });
  return (
    <Stack gap="md">
      <ColumnSelects
        import={one}
        fields={absenceFields}
        labels={fieldLabels}
        mapping={mapping}
        onChange={setMapping}
      />
      <DayOrderSelect value={options.dayOrder} onChange={(dayOrder) => setOptions({ dayOrder })} />
      <CheckButton
        state={one.state}
        wrong={refuseAbsenceMapping(mapping, one.headings)}
        busy={check.isPending}
        onCheck={() => check.mutate({ params: { id: one.id }, body: { mapping, options } })}
      />
    </Stack>
  );
}
