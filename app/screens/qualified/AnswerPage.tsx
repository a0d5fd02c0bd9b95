import { Paper, Text, Title } from '@mantine/core';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { titled } from '#shared/domain/modules/titled.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import type { Answer } from '#app/screens/qualified/answer.ts';
import { CompletionEvidence } from '#app/screens/qualified/CompletionEvidence.tsx';
import classes from '#app/screens/qualified/Qualified.module.css';
import { answerLooks, reasonTexts } from '#app/screens/qualified/qualified-texts.ts';
import { RequestedVersion } from '#app/screens/qualified/RequestedVersion.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { CalendarDate, EvidenceTime } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

type Reading = Answer['asKnownThen'];

/** The answer in large words, in both readings if they differ, and its basis. */
export function AnswerPage({ answer }: { readonly answer: Answer }) {
  const { person, module, day, versionInForce } = answer;
  const name = fullName(person) || person.email;
  usePageTitle(`${name} · ${module.title}`);
  return (
    <>
      <Text className={classes.question} component="div">
        <TextLink to="/employee/$userId" params={{ userId: person.id }} inherit underline="always">
          {name}
        </TextLink>
        {' · '}
        <span>{titled(module.title, module.reference)}</span>
        {answer.versionAsked !== null && (
          <>
            {' · '}
            <Trans>Version {answer.versionAsked.number}</Trans>
          </>
        )}
        {' · '}
        <CalendarDate value={day} />
      </Text>
      {answer.versionAsked !== null && (
        <RequestedVersion asked={answer.versionAsked} timeZone={answer.timeZone} />
      )}
      {answer.differs ? (
        <div className={classes.readings}>
          <Statement title={<Trans>As known on that day</Trans>} reading={answer.asKnownThen} />
          <Statement title={<Trans>As known now</Trans>} reading={answer.asKnownNow} />
        </div>
      ) : (
        <Statement
          title={<Trans>As known on that day and as known now</Trans>}
          reading={answer.asKnownThen}
        />
      )}
      <Section title={<Trans>Evidence</Trans>}>
        <Paper withBorder className={classes.box}>
          <dl className={classes.facts}>
            <Fact name={<Trans>The day ended</Trans>}>
              <EvidenceTime value={answer.until} timeZone={answer.timeZone} full />
            </Fact>
            <Fact name={<Trans>Person on that day</Trans>}>
              {[person.jobTitle, person.departmentName, person.organizationName]
                .filter(Boolean)
                .join(' · ') || <Trans>Not specified</Trans>}
            </Fact>
            {answer.away && (
              <Fact name={<Trans>Away on that day</Trans>}>
                {answer.away.asKnownThen && answer.away.asKnownNow ? (
                  <Trans>Yes. An absence decides nothing about the answer.</Trans>
                ) : answer.away.asKnownNow ? (
                  <Trans>Yes, recorded later. An absence decides nothing about the answer.</Trans>
                ) : (
                  <Trans>
                    Recorded then, and changed or voided since. An absence decides nothing about the answer.
                  </Trans>
                )}
              </Fact>
            )}
            <Fact name={<Trans>Effective version</Trans>}>
              {versionInForce === null ? (
                <Trans>No version was effective</Trans>
              ) : (
                <>
                  {versionInForce.number}
                  {', '}
                  <Trans>
                    since{' '}
                    <EvidenceTime value={versionInForce.effectiveFrom} timeZone={answer.timeZone} dayOnly />
                  </Trans>
                </>
              )}
            </Fact>
            <Fact name={<Trans>Required by</Trans>}>
              <Requirements answer={answer} />
            </Fact>
          </dl>
        </Paper>
      </Section>
      <Section title={<Trans>Completions of this module</Trans>}>
        {answer.completions.length === 0 ? (
          <Paper withBorder className={classes.box}>
            <Text size="sm" c="dimmed">
              <Trans>There is no completion of this module.</Trans>
            </Text>
          </Paper>
        ) : (
          <ul className={classes.list}>
            {answer.completions.map((completion) => (
              <CompletionEvidence key={completion.assignmentId} completion={completion} userId={person.id} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

/** One reading: the answer, the reason, the date since when, and the deciding completion. */
function Statement({ title, reading }: { readonly title: ReactNode; readonly reading: Reading }) {
  const { i18n } = useLingui();
  const { answer, reason, since, missingVersion, dueDate, version, completedAt, validUntil } = reading;
  const { icon: TheIcon, label, tone } = answerLooks[answer];
  return (
    <Paper
      withBorder
      className={classes.statement}
      style={{ borderInlineStartColor: `var(--tt-${tone}-text)` }}
    >
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Title order={2} className={classes.answer} style={{ color: `var(--tt-${tone}-text)` }}>
        <TheIcon size={34} stroke={1.8} aria-hidden />
        <span>{i18n._(label)}</span>
      </Title>
      <Text>{i18n._(reasonTexts[reason])}</Text>
      <Text size="sm" component="div" className={classes.lines}>
        {since !== null && (
          <span>
            <Trans>
              Not qualified since <CalendarDate value={since} />
            </Trans>
          </span>
        )}
        {missingVersion !== null && (
          <span>
            <Trans>Missing: version {missingVersion}</Trans>
          </span>
        )}
        {dueDate !== null && (
          <span>
            <Trans>
              Due by <CalendarDate value={dueDate} />
            </Trans>
          </span>
        )}
        {version !== null && completedAt !== null && (
          <span>
            <Trans>Version {version} completed</Trans>{' '}
            <EvidenceTime
              value={completedAt}
              timeZone={reading.completedTimeZone}
              kind={reading.completionKind}
            />
          </span>
        )}
        {completedAt !== null && (
          <span>
            {validUntil === null ? (
              <Trans>Valid without end date</Trans>
            ) : (
              <Trans>
                Valid until <CalendarDate value={validUntil} />
              </Trans>
            )}
          </span>
        )}
      </Text>
    </Paper>
  );
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The requirements for the module on that day: matrices and assignments. */
function Requirements({ answer: { matrices, assignments } }: { readonly answer: Answer }) {
  if (matrices.length + assignments.length === 0) return <Trans>Nothing</Trans>;
  return (
    <ul className={classes.requirements}>
      {matrices.map(({ id, name, since }) => (
        <li key={`matrix ${String(id)}`}>
          <Trans>
            Training matrix {name}, since <CalendarDate value={since} />
          </Trans>
        </li>
      ))}
      {assignments.map(({ id, cycle, assignedOn, dueDate, isRequired }) => (
        <li key={id}>
          {isRequired ? (
            <Trans>
              Assignment (cycle {cycle}), assigned <CalendarDate value={assignedOn} />
            </Trans>
          ) : (
            <Trans>
              Optional assignment (cycle {cycle}), assigned <CalendarDate value={assignedOn} />
            </Trans>
          )}
          {dueDate !== null && (
            <>
              {', '}
              <Trans>
                due <CalendarDate value={dueDate} />
              </Trans>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
