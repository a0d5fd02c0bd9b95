import { ActionIcon, Button, Checkbox, Radio, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { questionLimits } from '#shared/domain/quizzes/question.ts';
import { faultAt, ownFaultAt, type Faults } from '#app/features/quiz-editor/fault-at.ts';
import { newOption, type DraftQuestion } from '#app/features/quiz-editor/quiz-draft.ts';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/features/quiz-editor/QuizEditor.module.css';

/** The choices of a question; the correct ones are marked by a radio button or by checkboxes (VIEW-06). */
export function ChoiceFields({
  question,
  faults,
  onChange,
}: {
  readonly question: DraftQuestion;
  readonly faults: Faults;
  readonly onChange: (change: Partial<DraftQuestion>) => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const list = useRef<HTMLFieldSetElement>(null);
  const { options } = question;
  const isSingle = question.kind === 'single';
  const mark = (id: string): void => {
    if (isSingle) onChange({ right: [id] });
    else
      onChange({
        right: question.right.includes(id)
          ? question.right.filter((known) => known !== id)
          : [...question.right, id],
      });
  };
  const write = (index: number, text: string): void =>
    onChange({ options: options.map((option, at) => (at === index ? { ...option, text } : option)) });
  const focusAt = (index: number): void =>
    list.current?.querySelectorAll<HTMLInputElement>('[data-choice]')[index]?.focus();
  const add = (): void => {
    if (options.length >= questionLimits.options) return;
    // Rendered at once, so that a fast typist writes into the new line.
    flushSync(() => onChange({ options: [...options, newOption()] }));
    focusAt(options.length);
  };
  const general = ownFaultAt(faults, 'key') ?? faultAt(faults, 'key') ?? ownFaultAt(faults, 'options');
  return (
    <fieldset ref={list} className={classes.choices}>
      <legend className={classes.legend}>
        {isSingle ? (
          <Trans>Choices: mark the correct answer</Trans>
        ) : (
          <Trans>Choices: mark all correct answers</Trans>
        )}
      </legend>
      {options.map((option, index) => {
        const name = option.text.trim() || number(index + 1);
        const chosen = question.right.includes(option.id);
        const Mark = isSingle ? Radio : Checkbox;
        return (
          <div key={option.id} className={classes.choice}>
            <Mark
              {...(isSingle ? { name: `right-${question.id}` } : {})}
              aria-label={t`Correct: ${name}`}
              checked={chosen}
              onChange={() => mark(option.id)}
            />
            <TextInput
              flex={1}
              data-choice=""
              aria-label={t`Choice ${number(index + 1)}`}
              placeholder={t`Choice ${number(index + 1)}`}
              value={option.text}
              maxLength={questionLimits.option}
              error={faultAt(faults, `options.${String(index)}`)}
              onChange={({ currentTarget }) => write(index, currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Enter in a list of choices goes to the next choice and does not submit the form.
                event.preventDefault();
                if (index + 1 < options.length) focusAt(index + 1);
                else add();
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t`Remove choice ${name}`}
              disabled={options.length <= 2}
              onClick={() => {
                flushSync(() =>
                  onChange({
                    options: options.filter(({ id }) => id !== option.id),
                    right: question.right.filter((id) => id !== option.id),
                  }),
                );
                focusAt(Math.max(0, index - 1));
              }}
            >
              <IconX size={17} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      {general && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {general}
        </Text>
      )}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={options.length >= questionLimits.options}
          onClick={add}
        >
          <Trans>Add choice</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
