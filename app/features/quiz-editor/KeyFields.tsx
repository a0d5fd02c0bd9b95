import { Checkbox, NumberInput, Radio, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ChoiceFields } from '#app/features/quiz-editor/ChoiceFields.tsx';
import { faultAt, type Faults } from '#app/features/quiz-editor/fault-at.ts';
import type { DraftQuestion } from '#app/features/quiz-editor/quiz-draft.ts';
import classes from '#app/features/quiz-editor/QuizEditor.module.css';

interface KeyProps {
  readonly question: DraftQuestion;
  readonly faults: Faults;
  readonly onChange: (change: Partial<DraftQuestion>) => void;
}

/** The fields for the correct answer, depending on the kind of question (VIEW-06). */
export function KeyFields(props: KeyProps): ReactNode {
  switch (props.question.kind) {
    case 'single':
    case 'multiple':
      return <ChoiceFields {...props} />;
    case 'true_false':
      return <TruthFields {...props} />;
    case 'numeric':
      return <NumberFields {...props} />;
    case 'short_text':
      return <TextFields {...props} />;
  }
}

function TruthFields({ question, faults, onChange }: KeyProps) {
  const fault = faultAt(faults, 'key');
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>
        <Trans>The correct answer</Trans>
      </legend>
      {[true, false].map((value) => (
        <Radio
          key={String(value)}
          name={`truth-${question.id}`}
          label={value ? <Trans>True</Trans> : <Trans>False</Trans>}
          checked={question.truth === value}
          onChange={() => onChange({ truth: value })}
        />
      ))}
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
    </fieldset>
  );
}

function NumberFields({ question, faults, onChange }: KeyProps) {
  const { t } = useLingui();
  const numeric = { hideControls: true };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        {...numeric}
        label={t`Correct number`}
        value={question.value}
        error={faultAt(faults, 'key.value')}
        onChange={(value) => onChange({ value })}
      />
      <NumberInput
        {...numeric}
        label={t`Tolerance`}
        description={t`How far an answer may differ, up or down`}
        value={question.tolerance}
        error={faultAt(faults, 'key.tolerance')}
        onChange={(tolerance) => onChange({ tolerance })}
      />
    </SimpleGrid>
  );
}

function TextFields({ question, faults, onChange }: KeyProps) {
  const { t } = useLingui();
  return (
    <Stack gap="xs">
      <Textarea
        label={t`Accepted answers`}
        description={t`One per line. Spaces around and between words do not matter.`}
        autosize
        minRows={2}
        maxRows={8}
        value={question.accepted.join('\n')}
        error={faultAt(faults, 'key.accepted')}
        onChange={({ currentTarget }) => onChange({ accepted: currentTarget.value.split('\n') })}
      />
      <Checkbox
        label={t`Upper and lower case matter`}
        checked={question.caseSensitive}
        onChange={({ currentTarget }) => onChange({ caseSensitive: currentTarget.checked })}
      />
    </Stack>
  );
}
