import { Text } from '@mantine/core';
import { IconBulb, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { GivenAnswer } from '#shared/domain/quizzes/question.ts';
import { useFormat } from '#app/lib/format.ts';
import type { AttemptResult } from '#app/screens/training-module/quiz/quiz-state.ts';
import classes from '#app/screens/training-module/quiz/Quiz.module.css';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Answered = AttemptResult['questions'][number];

/** One question of an attempt: the answer, whether it was correct, the correct answer if it is shown, and the explanation. */
export function ResultQuestion({
  question,
  number,
}: {
  readonly question: Answered;
  readonly number: number;
}) {
  const { t } = useLingui();
  const { number: figure, list } = useFormat();
  const nameOf = (id: string): string => question.options.find((option) => option.id === id)?.text ?? id;
  const truth = (value: boolean): string => (value ? t`True` : t`False`);
  const given = textOf(question.answer, nameOf, truth, list);
  const right = rightOf(question.key, nameOf, truth, list, figure);
  return (
    <li className={classes.result}>
      <div className={classes.resultQuestion}>
        <span className={classes.resultNumber}>{figure(number)}</span>
        <span className={classes.resultText}>{question.text}</span>
        {question.right ? (
          <ToneBadge tone="green" icon={IconCircleCheck} size="sm">
            <Trans>Correct</Trans>
          </ToneBadge>
        ) : (
          <ToneBadge tone="red" icon={IconCircleX} size="sm">
            <Trans>Wrong</Trans>
          </ToneBadge>
        )}
      </div>
      <dl className={classes.resultFacts}>
        <div>
          <dt>
            <Trans>Your answer</Trans>
          </dt>
          <dd>{given ?? <Trans>No answer</Trans>}</dd>
        </div>
        {!question.right && (
          <div>
            <dt>
              <Trans>Correct answer</Trans>
            </dt>
            <dd>{right}</dd>
          </div>
        )}
        <div>
          <dt>
            <Trans>Points</Trans>
          </dt>
          <dd className="tt-figures">
            {figure(question.earned)} / {figure(question.points)}
          </dd>
        </div>
      </dl>
      {question.explanation && (
        <Text size="sm" className={classes.explanation}>
          <IconBulb size={16} aria-hidden />
          <span>{question.explanation}</span>
        </Text>
      )}
    </li>
  );
}

function textOf(
  answer: GivenAnswer,
  nameOf: (id: string) => string,
  truth: (value: boolean) => string,
  list: (items: readonly string[]) => string,
): string | null {
  if (answer === null) return null;
  if ('optionId' in answer) return nameOf(answer.optionId);
  if ('optionIds' in answer) return answer.optionIds.length === 0 ? null : list(answer.optionIds.map(nameOf));
  if ('value' in answer) return truth(answer.value);
  return answer.text.trim() === '' ? null : answer.text;
}

function rightOf(
  key: Answered['key'],
  nameOf: (id: string) => string,
  truth: (value: boolean) => string,
  list: (items: readonly string[]) => string,
  figure: (value: number, digits?: number) => string,
): string {
  switch (key.kind) {
    case 'single':
      return nameOf(key.optionId);
    case 'multiple':
      return list(key.optionIds.map(nameOf));
    case 'true_false':
      return truth(key.value);
    case 'numeric':
      return key.tolerance === 0
        ? figure(key.value, 10)
        : `${figure(key.value, 10)} ± ${figure(key.tolerance, 10)}`;
    case 'short_text':
      return key.accepted.join(' / ');
  }
}
