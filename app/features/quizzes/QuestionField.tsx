import { Checkbox, Radio, Text, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { parseNumber } from '#shared/domain/quizzes/numbers.ts';
import { questionLimits, type AskedQuestion, type GivenAnswer } from '#shared/domain/quizzes/question.ts';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/features/quizzes/Quizzes.module.css';

/** One question for the person who answers it (VIEW-06): choices as radio buttons or boxes, or a line to write in. */
export function QuestionField({
  question,
  number,
  answer,
  onAnswer,
  ref,
}: {
  readonly question: AskedQuestion;
  /** Its place on the paper, from 1. */
  readonly number: number;
  readonly answer: GivenAnswer;
  readonly onAnswer: (answer: GivenAnswer) => void;
  /** The way to its first field, for jumps. */
  readonly ref?: Ref<HTMLFieldSetElement>;
}) {
  const { number: figure } = useFormat();
  const shown = figure(number);
  return (
    <fieldset ref={ref} className={classes.question} tabIndex={-1}>
      <legend className={classes.legend}>
        <span className={classes.number}>{shown}</span>
        <span className={classes.text}>{question.text}</span>
      </legend>
      <Text size="sm" c="dimmed" className={classes.hint}>
        <Plural value={question.points} one="# point" other="# points" />
        {question.kind === 'multiple' && (
          <>
            {' · '}
            <Trans>Choose all correct answers.</Trans>
          </>
        )}
      </Text>
      <Field question={question} answer={answer} onAnswer={onAnswer} />
    </fieldset>
  );
}

interface FieldProps {
  readonly question: AskedQuestion;
  readonly answer: GivenAnswer;
  readonly onAnswer: (answer: GivenAnswer) => void;
}

function Field({ question, answer, onAnswer }: FieldProps): ReactNode {
  switch (question.kind) {
    case 'single':
      return (
        <div className={classes.options}>
          {question.options.map(({ id, text }) => (
            <ChoiceRadio
              key={id}
              name={question.id}
              label={text}
              chosen={answer !== null && 'optionId' in answer && answer.optionId === id}
              onChoose={() => onAnswer({ optionId: id })}
            />
          ))}
        </div>
      );
    case 'multiple':
      return <Boxes question={question} answer={answer} onAnswer={onAnswer} />;
    case 'true_false':
      return (
        <div className={classes.options}>
          {[true, false].map((value) => (
            <ChoiceRadio
              key={String(value)}
              name={question.id}
              label={value ? <Trans>True</Trans> : <Trans>False</Trans>}
              chosen={answer !== null && 'value' in answer && answer.value === value}
              onChoose={() => onAnswer({ value })}
            />
          ))}
        </div>
      );
    case 'numeric':
    case 'short_text':
      return <Line question={question} answer={answer} onAnswer={onAnswer} />;
  }
}

const optionClasses = {
  root: classes.option ?? '',
  body: classes.optionBody ?? '',
  labelWrapper: classes.optionWords ?? '',
  label: classes.optionLabel ?? '',
};

function ChoiceRadio({
  name,
  label,
  chosen,
  onChoose,
}: {
  readonly name: string;
  readonly label: ReactNode;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <Radio
      name={`question-${name}`}
      label={label}
      checked={chosen}
      onChange={onChoose}
      classNames={optionClasses}
      wrapperProps={{ 'data-chosen': chosen || undefined }}
    />
  );
}

function Boxes({ question, answer, onAnswer }: FieldProps) {
  const chosen = new Set(answer !== null && 'optionIds' in answer ? answer.optionIds : []);
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onAnswer(next.size === 0 ? null : { optionIds: [...next] });
  };
  return (
    <div className={classes.options}>
      {question.options.map(({ id, text }) => (
        <Checkbox
          key={id}
          label={text}
          checked={chosen.has(id)}
          onChange={() => toggle(id)}
          classNames={optionClasses}
          wrapperProps={{ 'data-chosen': chosen.has(id) || undefined }}
        />
      ))}
    </div>
  );
}

function Line({ question, answer, onAnswer }: FieldProps) {
  const { t } = useLingui();
  const text = answer !== null && 'text' in answer ? answer.text : '';
  const isNumeric = question.kind === 'numeric';
  const unread = isNumeric && text.trim() !== '' && parseNumber(text) === null;
  return (
    <TextInput
      className={classes.line}
      label={isNumeric ? t`Your number` : t`Your answer`}
      error={unread ? t`This cannot be read as a number.` : undefined}
      inputMode={isNumeric ? 'decimal' : 'text'}
      autoComplete="off"
      maxLength={questionLimits.answer}
      value={text}
      onChange={({ currentTarget }) =>
        onAnswer(currentTarget.value === '' ? null : { text: currentTarget.value })
      }
    />
  );
}
