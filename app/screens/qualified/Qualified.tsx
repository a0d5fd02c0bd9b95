import { Button, Paper } from '@mantine/core';
import { IconCalendarQuestion, IconDownload } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { qualifiedContract } from '#shared/contract/qualified.ts';
import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import { useReadersToday } from '#app/features/assignments/today.ts';
import { keyOf, queryFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { AnswerPage } from '#app/screens/qualified/AnswerPage.tsx';
import { noAnswerTo } from '#app/screens/qualified/NoAnswer.tsx';
import { PeopleOfDay } from '#app/screens/qualified/PeopleOfDay.tsx';
import { everybody, ScopeFields, type ScopeView } from '#app/screens/qualified/ScopeFields.tsx';
import { isVersion, QuestionFields } from '#app/features/qualified/QuestionFields.tsx';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** Returns the people and modules of a list, as the call expects them. */
const listed = ({ module, org, dept, manager, matrix }: ScopeView & { readonly module: string }) => ({
  ...(module === '' ? {} : { module }),
  ...(matrix === '' ? {} : { matrix }),
  ...(org === 'all' ? {} : { organization: org }),
  ...(dept === '' ? {} : { department: dept }),
  ...(manager === '' ? {} : { manager }),
});

const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text);

/** 'Was this person qualified for this on that day?' with the evidence (INS-02); the address is the question. */
export function Qualified() {
  const { t } = useLingui();
  const today = useReadersToday();
  const [asked, patch] = useUrlState({
    person: '',
    module: '',
    day: '',
    answer: '',
    version: '',
    ...everybody,
  });
  const { person, module, matrix } = asked;
  const version = module !== '' && isVersion(asked.version) ? { version: asked.version } : {};
  const day = asked.day === '' ? today : asked.day;
  const isWhole = /^[\w-]{1,64}$/.test(person) && isId(module) && isRealDate(day);
  const question = { person, module, ...version };
  // Without a day, the server uses today in the person's time zone; the answer contains that day.
  const answer = useQuery({
    ...queryFor(qualifiedContract.answer, {
      query: asked.day === '' ? question : { ...question, day },
    }),
    enabled: isWhole,
  });
  const answered = answer.data;
  const client = useQueryClient();
  useEffect(() => {
    if (answered === undefined || asked.day !== '') return;
    const { day: named } = answered;
    const query = { ...question, day: named };
    client.setQueryData(keyOf(qualifiedContract.answer, { query }), answered);
    // The answer for today keeps its day.
    patch({ day: named });
  });
  const query = { ...question, day };
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
      <QuestionFields
        person={person}
        module={module}
        day={day}
        version={asked.version}
        onChange={(changes) => patch(changes, { push: true })}
      />
      {person === '' && <ScopeFields view={asked} onChange={(changes) => patch(changes, { push: true })} />}
      {isWhole ? (
        <Load query={answer} skeleton={<PageSkeleton label={t`Loading the answer...`} />} failed={noAnswerTo}>
          {(data) => <AnswerPage answer={data} />}
        </Load>
      ) : person === '' && (isId(module) || (module === '' && isId(matrix))) && isRealDate(day) ? (
        <PeopleOfDay
          query={{ day, ...version, ...listed(asked) }}
          asOfToday={asked.day === '' || day === today}
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
                Without a person, everyone within your reach is listed for the module or the training matrix.
              </Trans>
            }
          />
        </Paper>
      )}
    </Page>
  );
}
