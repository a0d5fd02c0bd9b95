import { Button, Paper, Select, Text } from '@mantine/core';
import { useLingui } from '@lingui/react';
import { Trans, useLingui as useTexts } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { QueryInput, ResponseOf } from '#shared/contract/endpoint.ts';
import { qualifiedContract } from '#shared/contract/qualified.ts';
import { titled } from '#shared/domain/modules/titled.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { qualifiedAnswers } from '#shared/domain/qualified/qualified.ts';
import { call, keyOf } from '#app/lib/client.ts';
import classes from '#app/screens/qualified/Qualified.module.css';
import { noAnswerTo } from '#app/screens/qualified/NoAnswer.tsx';
import { answerLooks, reasonTexts } from '#app/screens/qualified/qualified-texts.ts';
import { Completed } from '#app/screens/qualified/RequestedVersion.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Row = ResponseOf<typeof qualifiedContract.list>['rows'][number];

/** All people in reach with the answer for one module and one day; each opens the evidence. */
export function PeopleOfDay({
  query: asked,
  asOfToday,
  answer,
  onAnswer,
}: {
  /** People, module and day, without the answer. */
  readonly query: Omit<QueryInput<typeof qualifiedContract.list>, 'answer' | 'after' | 'day'> & {
    readonly day: string;
  };
  /** Each person opens as of today in their own time zone. */
  readonly asOfToday: boolean;
  readonly answer: string;
  readonly onAnswer: (answer: string) => void;
}) {
  const { t, i18n } = useTexts();
  const wanted = qualifiedAnswers.find((known) => known === answer);
  const query = { ...asked, ...(wanted ? { answer: wanted } : {}) };
  const people = useInfiniteQuery({
    queryKey: [...keyOf(qualifiedContract.list, { query }), 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(qualifiedContract.list, {
        query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <>
      <Select
        className={classes.field ?? ''}
        label={t`Answer`}
        placeholder={t`All answers`}
        clearable
        clearButtonProps={{ 'aria-label': t`All answers` }}
        data={qualifiedAnswers.map((value) => ({ value, label: i18n._(answerLooks[value].label) }))}
        value={wanted ?? null}
        onChange={(value) => onAnswer(value ?? '')}
      />
      <Load query={people} skeleton={<LineSkeletons label={t`Loading the people...`} />} failed={noAnswerTo}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          return rows.length === 0 ? (
            <Paper withBorder>
              <EmptyState
                title={
                  wanted ? (
                    <Trans>No one with this answer on that day</Trans>
                  ) : asked.matrix === undefined ? (
                    <Trans>No one was on record on that day</Trans>
                  ) : (
                    <Trans>The training matrix had no people or no modules on that day</Trans>
                  )
                }
              />
            </Paper>
          ) : (
            <>
              <ul className={classes.list}>
                {rows.map((row) => (
                  <PersonLine
                    key={`${row.person.id} ${String(row.module.id)}`}
                    row={row}
                    day={asOfToday ? undefined : asked.day}
                    named={asked.module === undefined}
                  />
                ))}
              </ul>
              {people.hasNextPage && (
                <Button
                  variant="default"
                  loading={people.isFetchingNextPage}
                  onClick={() => void people.fetchNextPage()}
                >
                  <Trans>Show more</Trans>
                </Button>
              )}
            </>
          );
        }}
      </Load>
    </>
  );
}

function PersonLine({
  row,
  day,
  named,
}: {
  readonly row: Row;
  readonly day: string | undefined;
  /** Names the module: it is one of several. */
  readonly named: boolean;
}) {
  const { i18n } = useLingui();
  const { person, module, asKnownNow, asKnownThen, differs, versionAsked } = row;
  const { icon, label, tone } = answerLooks[asKnownNow.answer];
  const place = [person.jobTitle, person.departmentName, person.organizationName].filter(Boolean).join(' · ');
  return (
    <Paper component="li" withBorder className={classes.row}>
      <div className={classes.who}>
        <TextLink
          to="/qualified"
          search={{
            person: person.id,
            module: String(module.id),
            ...(day === undefined ? {} : { day }),
            ...(versionAsked && { version: String(versionAsked.number) }),
          }}
          size="sm"
          fw={600}
        >
          {fullName(person) || person.email}
        </TextLink>
        {named && <Text size="sm">{titled(module.title, module.reference)}</Text>}
        {place !== '' && (
          <Text size="xs" c="dimmed">
            {place}
          </Text>
        )}
      </div>
      <div className={classes.said}>
        <ToneBadge tone={tone} icon={icon} size="sm">
          {i18n._(label)}
        </ToneBadge>
        {versionAsked !== null && (
          <Text size="xs" component="div" className={classes.lines}>
            <span>
              <Trans>Version {versionAsked.number}</Trans>:
            </span>
            <Completed reading={versionAsked.asKnownNow} />
          </Text>
        )}
        <Text size="xs" c="dimmed" component="div">
          {i18n._(reasonTexts[asKnownNow.reason])}
          {asKnownNow.since !== null && (
            <>
              {' '}
              <Trans>
                Not qualified since <CalendarDate value={asKnownNow.since} />
              </Trans>
            </>
          )}
          {differs && (
            <>
              {' '}
              <Trans>As known on that day</Trans>: {i18n._(answerLooks[asKnownThen.answer].label)}
            </>
          )}
        </Text>
      </div>
    </Paper>
  );
}
