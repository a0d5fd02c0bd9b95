import { Button, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Facts } from '#app/features/signing/Facts.tsx';
import { useFormat } from '#app/lib/format.ts';
import type { QuizState } from '#app/screens/training-module/quiz/quiz-state.ts';
import { QuizStart, type Start } from '#app/screens/training-module/quiz/QuizStart.tsx';
import classes from '#app/screens/training-module/quiz/Quiz.module.css';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The rules before an attempt starts, and the attempts so far (VIEW-06). */
export function QuizOverview({
  state,
  start,
  onShow,
}: {
  readonly state: QuizState;
  readonly start: Start;
  readonly onShow: (number: number) => void;
}) {
  const { number, percent } = useFormat();
  const { attemptsLeft, maxAttempts } = state;
  const left = attemptsLeft === null ? null : number(attemptsLeft);
  const most = maxAttempts === null ? null : number(maxAttempts);
  const rows: readonly (readonly [ReactNode, ReactNode] | null)[] = [
    [
      <Trans key="q">Questions</Trans>,
      <span key="v">
        {number(state.questions)}
        {' · '}
        <Plural value={state.points} one="# point" other="# points" />
      </span>,
    ],
    [
      <Trans key="p">Passing score</Trans>,
      state.passingScore === null ? (
        <Trans key="v">None: submitting is enough</Trans>
      ) : (
        percent(state.passingScore, 2)
      ),
    ],
    [
      <Trans key="a">Attempts</Trans>,
      left === null || most === null ? (
        <Trans key="v">Unlimited</Trans>
      ) : (
        <Trans key="v">
          {left} of {most} left
        </Trans>
      ),
    ],
    state.coolDownMinutes === 0
      ? null
      : [<Trans key="c">Wait between attempts</Trans>, <Minutes key="v" minutes={state.coolDownMinutes} />],
    [
      <Trans key="f">Afterwards</Trans>,
      state.feedback === 'full' ? (
        <Trans key="v">
          You see your score. Once you have passed, or no attempts are left, you also see each question with
          its answer and explanation.
        </Trans>
      ) : (
        <Trans key="v">You see your score.</Trans>
      ),
    ],
  ];
  return (
    <section className={classes.sheet} aria-labelledby="quiz-title">
      <Title order={2} id="quiz-title">
        <Trans>Quiz</Trans>
      </Title>
      <Facts rows={rows} />
      <QuizStart state={state} start={start} />
      {state.attempts.length > 0 && <Attempts state={state} onShow={onShow} />}
    </section>
  );
}

/** Minutes, hours or days: the largest unit that gives a whole number. */
function Minutes({ minutes }: { readonly minutes: number }) {
  if (minutes % 1440 === 0) return <Plural value={minutes / 1440} one="# day" other="# days" />;
  if (minutes % 60 === 0) return <Plural value={minutes / 60} one="# hour" other="# hours" />;
  return <Plural value={minutes} one="# minute" other="# minutes" />;
}

function Attempts({
  state,
  onShow,
}: {
  readonly state: QuizState;
  readonly onShow: (number: number) => void;
}) {
  const { number, percent } = useFormat();
  return (
    <div>
      <Title order={3} mb="xs">
        <Trans>Your attempts</Trans>
      </Title>
      <ol className={classes.attempts} reversed>
        {state.attempts.map((attempt) => {
          const figure = number(attempt.number);
          const version = number(attempt.versionNumber);
          return (
            <li key={attempt.number}>
              <div className={classes.attemptWords}>
                <span className={classes.attemptName}>
                  <Trans>Attempt {figure}</Trans>
                  {' · '}
                  {percent(attempt.score, 2)}
                </span>
                <span className={classes.attemptTime}>
                  <Moment value={attempt.handedInAt} show="dateTime" />
                  {!attempt.counts && (
                    <>
                      {' · '}
                      <Trans>on version {version}, no longer counts</Trans>
                    </>
                  )}
                </span>
              </div>
              <PassedBadge passed={attempt.passed} />
              <Button
                size="xs"
                variant="default"
                onClick={() => onShow(attempt.number)}
                aria-describedby="quiz-title"
              >
                <Trans>Show attempt {figure}</Trans>
              </Button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Passed or not passed, in words and with an icon. */
export function PassedBadge({ passed }: { readonly passed: boolean }) {
  return passed ? (
    <ToneBadge tone="green" icon={IconCircleCheck}>
      <Trans>Passed</Trans>
    </ToneBadge>
  ) : (
    <ToneBadge tone="red" icon={IconCircleX}>
      <Trans>Not passed</Trans>
    </ToneBadge>
  );
}
