import { Button, Paper } from '@mantine/core';
import { IconCalendarQuestion, IconCalendarX, IconDownload } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { qualifiedContract } from '#shared/contract/qualified.ts';
import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import { useToday } from '#app/features/assignments/today.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { explain } from '#app/lib/reasons.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { AnswerPage } from '#app/screens/qualified/AnswerPage.tsx';
import { PeopleOfDay } from '#app/screens/qualified/PeopleOfDay.tsx';
import { QuestionFields } from '#app/screens/qualified/QuestionFields.tsx';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text);

/** 'Was this person qualified for this on that day?' with the evidence (INS-02); the address is the question. */
export function Qualified() {
  const { t } = useLingui();
  const today = useToday();
  const [asked, patch] = useUrlState({ person: '', module: '', day: '', answer: '' });
  const { person, module } = asked;
  const day = asked.day === '' ? today : asked.day;
  const isWhole = /^[\w-]{1,64}$/.test(person) && isId(module) && isRealDate(day);
  const query = { person, module, day };
  const answer = useQuery({ ...queryFor(qualifiedContract.answer, { query }), enabled: isWhole });
  const paper = useDownload<'pdf'>(() => saveFile(qualifiedContract.paper, 'qualified.pdf', { query }));
  return (
    <Page>
      <PageHeader
        title={<Trans>Qualification on a day</Trans>}
        subtitle={<Trans>Was this person qualified for this training on that day?</Trans>}
        actions={
          isWhole &&
          answer.data && (
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={paper.busy !== null}
              onClick={() => paper.save('pdf')}
            >
              <Trans>Download PDF</Trans>
            </Button>
          )
        }
      />
      <DownloadFailure download={paper} />
      {/* The day is in the address from the first choice on: the answer of today stays that of today. */}
      <QuestionFields
        person={person}
        module={module}
        day={day}
        today={today}
        onChange={(changes) => patch({ day, ...changes }, { push: true })}
      />
      {isWhole ? (
        <Load
          query={answer}
          skeleton={<PageSkeleton label={t`Loading the answer...`} />}
          failed={(error) => (isRefusal(error) ? <NoAnswer error={error} /> : undefined)}
        >
          {(data) => <AnswerPage answer={data} />}
        </Load>
      ) : person === '' && isId(module) && isRealDate(day) ? (
        <PeopleOfDay
          key={`${module} ${day}`}
          module={module}
          day={day}
          answer={asked.answer}
          onAnswer={(chosen) => patch({ answer: chosen })}
        />
      ) : (
        <Paper withBorder>
          <EmptyState
            icon={IconCalendarQuestion}
            title={<Trans>Choose a person, a module and a day</Trans>}
            hint={
              <Trans>
                Without a person, everyone within your reach is listed for the module and the day.
              </Trans>
            }
          />
        </Paper>
      )}
    </Page>
  );
}

/** An answer of the server that says why the question has none. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && !isUnauthorized(error) && (error.status === 404 || error.status === 422);

function NoAnswer({ error }: { readonly error: ApiError }) {
  return (
    <Paper withBorder role="alert">
      <EmptyState icon={IconCalendarX} title={<Trans>No answer</Trans>} hint={explain(error)} />
    </Paper>
  );
}
