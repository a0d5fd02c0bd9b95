import { Button, Group, Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarQuestion, IconDownload } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { reportsContract } from '#shared/contract/reports.ts';
import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import { BinderButton } from '#app/features/binder/use-binder.tsx';
import { AsOfField } from '#app/features/completion-report/AsOfField.tsx';
import { AsOfNotice } from '#app/features/completion-report/AsOfNotice.tsx';
import { pageFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { CompletionCards, CompletionTable } from '#app/screens/employee-detail/Completions.tsx';
import { RemovedTrainings } from '#app/screens/employee-detail/RemovedTrainings.tsx';
import { TrainingOfDay } from '#app/screens/employee-detail/TrainingOfDay.tsx';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList } from '#app/ui/table/use-list.ts';

const pageSize = 20;

/**
 * The training file of a person (EMP-02): every completion with version, signature and certificate, including removed ones,
 * and all of it as one PDF.
 */
export function TrainingFile({ userId }: { readonly userId: string }) {
  const { permissions } = useUser();
  const [{ asOf }, patch] = useUrlState({ asOf: '' });
  const isPast = asOf !== '' && isRealDate(asOf);
  const params = { userId };
  const download = useDownload<'pdf'>(() =>
    saveFile(reportsContract.trainingFile, 'training-file.pdf', {
      params,
      query: isPast ? { asOf } : {},
    }),
  );
  return (
    <Section
      title={<Trans>Training File</Trans>}
      hint={
        <Trans>Every completion with its version and signature. Removed ones stay, with their reason.</Trans>
      }
      actions={
        <>
          {permissions.includes('people.list') && <BinderButton of={{ userIds: [userId] }} />}
          {permissions.includes('people.list') && (
            <ButtonLink
              to="/qualified"
              search={{ person: userId }}
              variant="default"
              leftSection={<IconCalendarQuestion size={18} aria-hidden />}
            >
              <Trans>Qualified on a day</Trans>
            </ButtonLink>
          )}
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.busy !== null}
            onClick={() => download.save('pdf')}
          >
            <Trans>Download training file</Trans>
          </Button>
        </>
      }
    >
      <DownloadFailure download={download} />
      {permissions.includes('reports.view') && (
        <Group>
          <AsOfField day={asOf} onChange={(day) => patch({ asOf: day })} />
        </Group>
      )}
      {isPast ? (
        <>
          <AsOfNotice day={asOf} onNow={() => patch({ asOf: '' })} />
          <TrainingOfDay key={asOf} userId={userId} day={asOf} />
        </>
      ) : (
        <TrainingNow userId={userId} />
      )}
    </Section>
  );
}

/** Every completion until now, including removed ones. */
function TrainingNow({ userId }: { readonly userId: string }) {
  const { t } = useLingui();
  const cards = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const list = useList({
    filters: {},
    ask: () => ({}),
    sort: '-completedAt',
    pageKey: 'history',
    limit: pageSize,
    page: (query) => pageFor(assignmentsContract.employeeCompletions, { params: { userId }, query }),
  });
  return (
    <>
      <Load query={list.query} skeleton={<LineSkeletons label={t`Loading the training file...`} />}>
        {({ rows }) => (
          <>
            {rows.length === 0 ? (
              <Paper withBorder>
                <EmptyState
                  title={<Trans>No completions yet</Trans>}
                  hint={<Trans>Everything this person completes is kept here permanently.</Trans>}
                />
              </Paper>
            ) : cards ? (
              <CompletionCards userId={userId} completions={rows} />
            ) : (
              <CompletionTable userId={userId} completions={rows} />
            )}
            <ListFoot list={list.table} stays />
          </>
        )}
      </Load>
      <RemovedTrainings userId={userId} />
    </>
  );
}
