import { Button, Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarQuestion, IconDownload } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { reportsContract } from '#shared/contract/reports.ts';
import { pageFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { CompletionCards, CompletionTable } from '#app/screens/employee-detail/Completions.tsx';
import { RemovedTrainings } from '#app/screens/employee-detail/RemovedTrainings.tsx';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { windowOf } from '#app/ui/table/columns.ts';
import { TableFoot } from '#app/ui/table/TableFoot.tsx';

const pageSize = 20;

/** The training file of a person (EMP-02): every completion with version, signature and certificate, removed ones too, and all of it as one PDF. */
export function TrainingFile({ userId }: { readonly userId: string }) {
  const { t } = useLingui();
  const { permissions } = useUser();
  const cards = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const [state, patch] = useUrlState({ history: '1' });
  const params = { userId };
  const completions = useQuery(
    pageFor(assignmentsContract.employeeCompletions, {
      params,
      query: { ...windowOf(state.history, pageSize), sort: '-completedAt' },
    }),
  );
  const download = useDownload<'pdf'>(() =>
    saveFile(reportsContract.trainingFile, 'training-file.pdf', { params }),
  );
  return (
    <Section
      title={<Trans>Training File</Trans>}
      hint={
        <Trans>Every completion with its version and signature. Removed ones stay, with their reason.</Trans>
      }
      actions={
        <>
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
      <Load query={completions} skeleton={<LineSkeletons label={t`Loading the training file...`} />}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 ? (
              <Paper withBorder>
                <EmptyState
                  title={<Trans>No completions yet</Trans>}
                  hint={<Trans>Everything this person completes is kept here permanently.</Trans>}
                />
              </Paper>
            ) : cards ? (
              <CompletionCards completions={rows} />
            ) : (
              <CompletionTable completions={rows} />
            )}
            {total > pageSize && (
              <TableFoot
                total={total}
                page={state.history}
                limit={pageSize}
                onPage={(history) => patch({ history })}
              />
            )}
          </>
        )}
      </Load>
      <RemovedTrainings userId={userId} />
    </Section>
  );
}
