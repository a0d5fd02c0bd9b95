import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconChecks } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { quizzesContract } from '#shared/contract/quizzes.ts';
import { isUnanswered } from '#shared/domain/quizzes/question.ts';
import { QuestionField } from '#app/features/quizzes/QuestionField.tsx';
import { useFormat } from '#app/lib/format.ts';
import { useCommand } from '#app/lib/query.ts';
import { SubmitDialog } from '#app/screens/training-module/quiz/SubmitDialog.tsx';
import { SavedLine } from '#app/screens/training-module/quiz/SavedLine.tsx';
import type { AttemptResult, QuizState } from '#app/screens/training-module/quiz/quiz-state.ts';
import { answerQuestion } from '#app/screens/training-module/quiz/answer-saver.ts';
import { useAnswers, wireAnswers, type OpenAttempt } from '#app/screens/training-module/quiz/use-answers.ts';
import classes from '#app/screens/training-module/quiz/Quiz.module.css';

/** Shows the paper of an open attempt (VIEW-06): all questions on one page, or one per page on a phone. */
export function QuizPaper({
  assignmentId,
  attempt,
  rules,
  phone,
  onHandedIn,
  onHandedInElsewhere,
  onLeave,
}: {
  readonly assignmentId: number;
  readonly attempt: OpenAttempt;
  readonly rules: QuizState;
  readonly phone: boolean;
  readonly onHandedIn: (result: AttemptResult) => Promise<void>;
  readonly onHandedInElsewhere: () => void;
  /** Returns to the rules; the answers are kept. */
  readonly onLeave: () => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const kept = useAnswers(assignmentId, attempt, onHandedInElsewhere);
  const [at, setAt] = useState(0);
  const [asking, setAsking] = useState(false);
  const [handing, setHanding] = useState(false);
  const fields = useRef(new Map<number, HTMLFieldSetElement>());
  const heading = useRef<HTMLHeadingElement>(null);
  const ready = kept !== null;
  useEffect(() => {
    if (ready) heading.current?.focus();
  }, [ready]);
  const submitAttempt = useCommand(quizzesContract.submitAttempt, {
    onSuccess: async (result) => {
      kept?.keeper.end();
      await onHandedIn(result);
    },
    // The confirmation dialog shows it.
    onError: () => {
      setHanding(false);
      kept?.keeper.resume();
      return true;
    },
  });
  if (!kept) return null;
  const { keeper, state } = kept;
  const { questions } = attempt;
  const unanswered = questions.flatMap(({ id }, index) => (isUnanswered(state.shown[id]) ? [index] : []));
  const done = questions.length - unanswered.length;
  const send = async (): Promise<void> => {
    setHanding(true);
    await keeper.pause();
    submitAttempt.mutate({
      params: { id: assignmentId, number: attempt.number },
      body: { answers: wireAnswers(keeper.getState().shown) },
    });
  };
  const goTo = (index: number): void => {
    setAsking(false);
    setAt(index);
    // Waits until the dialog has returned the focus, and a phone has turned the page.
    setTimeout(() => fields.current.get(index)?.focus(), 250);
  };
  const turn = (index: number): void => {
    setAt(index);
    setTimeout(() => fields.current.get(index)?.focus());
  };
  const [figure, all, answered] = [number(attempt.number), number(questions.length), number(done)];
  const most = rules.maxAttempts === null ? null : number(rules.maxAttempts);
  const shown = phone ? questions.slice(at, at + 1) : questions;
  const last = at >= questions.length - 1;
  return (
    <section className={classes.paper} aria-labelledby="quiz-paper">
      <header className={classes.paperHead}>
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3" id="quiz-paper" ref={heading} tabIndex={-1}>
            {most === null || rules.attempts.some(({ counts }) => !counts) ? (
              <Trans>Attempt {figure}</Trans>
            ) : (
              <Trans>
                Attempt {figure} of {most}
              </Trans>
            )}
          </Title>
          <Text size="sm" c="dimmed" className="tt-figures" role="status">
            <Trans>
              {answered} of {all} answered
            </Trans>
          </Text>
        </Group>
        <Progress value={(100 * done) / questions.length} size="sm" aria-label={t`Answered questions`} />
        <SavedLine state={state} onReopen={onLeave} />
      </header>
      <div className={classes.questions}>
        {shown.map((question, index) => {
          const where = phone ? at : index;
          return (
            <QuestionField
              key={question.id}
              ref={(field) => {
                if (field) fields.current.set(where, field);
                else fields.current.delete(where);
              }}
              question={question}
              number={where + 1}
              answer={state.shown[question.id] ?? null}
              onAnswer={(answer) => answerQuestion(keeper, question.id, answer)}
            />
          );
        })}
      </div>
      <footer className={classes.paperFoot}>
        {phone ? (
          <>
            <Button
              variant="default"
              disabled={at === 0}
              leftSection={<IconArrowLeft size={18} aria-hidden />}
              onClick={() => turn(at - 1)}
            >
              <Trans>Back</Trans>
            </Button>
            {!last && (
              <Button rightSection={<IconArrowRight size={18} aria-hidden />} onClick={() => turn(at + 1)}>
                <Trans>Next question</Trans>
              </Button>
            )}
          </>
        ) : (
          <Button variant="default" onClick={onLeave}>
            <Trans>Continue later</Trans>
          </Button>
        )}
        {(!phone || last) && (
          <Button leftSection={<IconChecks size={18} aria-hidden />} onClick={() => setAsking(true)}>
            <Trans>Submit</Trans>
          </Button>
        )}
      </footer>
      <SubmitDialog
        opened={asking}
        questions={questions.length}
        unanswered={unanswered}
        busy={handing}
        error={submitAttempt.error}
        onGoTo={goTo}
        onClose={() => setAsking(false)}
        onConfirm={() => void send()}
      />
    </section>
  );
}
