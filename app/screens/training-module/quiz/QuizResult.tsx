import { Button, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { quizzesContract } from '#shared/contract/quizzes.ts';
import type { CompletionVerdict } from '#shared/domain/viewing/completion.ts';
import { Facts } from '#app/features/signing/Facts.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { PassedBadge } from '#app/screens/training-module/quiz/QuizOverview.tsx';
import type { AttemptResult, QuizState } from '#app/screens/training-module/quiz/quiz-state.ts';
import { QuizStart, type Start } from '#app/screens/training-module/quiz/QuizStart.tsx';
import { ResultQuestion } from '#app/screens/training-module/quiz/ResultQuestion.tsx';
import classes from '#app/screens/training-module/quiz/Quiz.module.css';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';

/** The result of an attempt, with the feedback that the quiz gives, and the next step (VIEW-06). */
export function QuizResult({
  assignmentId,
  number,
  state,
  start,
  verdict,
  onBack,
}: {
  readonly assignmentId: number;
  readonly number: number;
  readonly state: QuizState;
  readonly start: Start;
  readonly verdict: CompletionVerdict | null;
  readonly onBack: () => void;
}) {
  const query = useQuery(queryFor(quizzesContract.attempt, { params: { id: assignmentId, number } }));
  return (
    <Load query={query} skeleton={<LineSkeletons label={<Trans>Loading the attempt...</Trans>} count={4} />}>
      {(result) => <Result result={result} state={state} start={start} verdict={verdict} onBack={onBack} />}
    </Load>
  );
}

function Result({
  result,
  state,
  start,
  verdict,
  onBack,
}: {
  readonly result: AttemptResult;
  readonly state: QuizState;
  readonly start: Start;
  readonly verdict: CompletionVerdict | null;
  readonly onBack: () => void;
}) {
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const figure = format.number(result.number);
  const [points, possible] = [format.number(result.points), format.number(result.possible)];
  const [right, total] = [format.number(result.right), format.number(result.total)];
  const version = format.number(result.versionNumber);
  const latest = state.attempts[0]?.number === result.number;
  const rows: readonly (readonly [ReactNode, ReactNode] | null)[] = [
    [
      <Trans key="p">Points</Trans>,
      <Trans key="v">
        {points} of {possible}
      </Trans>,
    ],
    [
      <Trans key="r">Correct answers</Trans>,
      <Trans key="v">
        {right} of {total}
      </Trans>,
    ],
    result.passingScore === null
      ? null
      : [<Trans key="s">Passing score</Trans>, format.percent(result.passingScore, 2)],
    result.counts
      ? null
      : [<Trans key="n">Version</Trans>, <Trans key="v">on version {version}, no longer counts</Trans>],
    [<Trans key="h">Submitted</Trans>, <Moment key="v" value={result.handedInAt} show="dateTime" />],
  ];
  return (
    <section className={classes.sheet} aria-labelledby="quiz-result">
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          <Trans>All attempts</Trans>
        </Button>
      </div>
      <div className={classes.resultHead} data-passed={result.passed || undefined}>
        <Title order={2} size="h3" id="quiz-result" ref={heading} tabIndex={-1}>
          <Trans>Attempt {figure}</Trans>
        </Title>
        <div className={classes.score}>
          <span className={classes.scoreFigure}>{format.percent(result.score, 2)}</span>
          <PassedBadge passed={result.passed} />
        </div>
      </div>
      <Facts rows={rows} />
      {latest && <QuizStart state={state} start={start} />}
      {latest && result.passed && state.reason === 'passed' && <NextStep verdict={verdict} />}
      {!result.showsQuestions && result.feedback === 'full' && (
        <Text size="sm" c="dimmed">
          <Trans>
            The questions with their answers are shown once you have passed or no attempts are left.
          </Trans>
        </Text>
      )}
      {result.questions.length > 0 && (
        <div>
          <Title order={3} mb="xs">
            <Trans>Question by question</Trans>
          </Title>
          <ol className={classes.results}>
            {result.questions.map((question, index) => (
              <ResultQuestion key={question.id} question={question} number={index + 1} />
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

/** The steps left once the quiz is passed (VIEW-04): a passed quiz alone does not complete the training. */
function NextStep({ verdict }: { readonly verdict: CompletionVerdict | null }) {
  if (verdict === null || (!verdict.allowed && verdict.reason !== 'content_not_seen')) return null;
  return (
    <Text size="sm">
      {!verdict.allowed ? (
        <Trans>
          You have not seen all of the content yet. Once you have, mark the training as completed and sign it.
        </Trans>
      ) : verdict.needsSignature ? (
        <Trans>Now mark the training as completed and sign it.</Trans>
      ) : (
        <Trans>Now mark the training as completed.</Trans>
      )}
    </Text>
  );
}
