import {
  ActionIcon,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  UnstyledButton,
} from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronRight,
  IconCopy,
  IconTrash,
} from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { KeyboardEvent } from 'react';
import { questionKinds, questionLimits } from '#shared/domain/quizzes/question.ts';
import { faultAt, type Faults } from '#app/features/quiz-editor/fault-at.ts';
import { KeyFields } from '#app/features/quiz-editor/KeyFields.tsx';
import type { DraftQuestion } from '#app/features/quiz-editor/quiz-draft.ts';
import { kindLabels } from '#app/features/quizzes/quiz-texts.ts';
import { useFormat } from '#app/lib/format.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';
import classes from '#app/features/quiz-editor/QuizEditor.module.css';

/** Returns the id of the head of a question, which gets the focus after the question was moved. */
export const headId = (questionId: string): string => `question-head-${questionId}`;

/** The actions on a question in its list. */
export interface QuestionActions {
  readonly onToggle: () => void;
  readonly onChange: (change: Partial<DraftQuestion>) => void;
  /** Moves the question to another place, from 0. */
  readonly onMove: (to: number) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

/** One question in the editor (VIEW-06): a line that expands to its fields. Alt with the arrow keys moves the question. */
export function QuestionCard({
  question,
  index,
  count,
  opened,
  faults,
  actions,
}: {
  readonly question: DraftQuestion;
  readonly index: number;
  readonly count: number;
  readonly opened: boolean;
  readonly faults: Faults;
  readonly actions: QuestionActions;
}) {
  const { t, i18n } = useLingui();
  const { number } = useFormat();
  const place = number(index + 1);
  const faulty = Object.keys(faults).length > 0;
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    actions.onMove(index + step);
  };
  return (
    <article className={classes.card} aria-label={t`Question ${place}`} data-opened={opened || undefined}>
      <div className={classes.cardHead}>
        <UnstyledButton
          id={headId(question.id)}
          className={classes.toggle}
          aria-expanded={opened}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={move}
          onClick={actions.onToggle}
        >
          <IconChevronRight size={18} aria-hidden className={classes.chevron} />
          <span className={classes.cardNumber}>{place}</span>
          <span className={classes.cardWords}>
            <span className={classes.cardText} data-empty={question.text.trim() === '' || undefined}>
              {question.text.trim() || <Trans>No text yet</Trans>}
            </span>
            <span className={classes.cardFacts}>
              {i18n._(kindLabels[question.kind])}
              {' · '}
              <Plural value={Number(question.points) || 0} one="# point" other="# points" />
            </span>
          </span>
          {faulty && !opened && (
            <ToneBadge tone="red" icon={IconAlertTriangle} size="sm">
              <Trans>Not complete</Trans>
            </ToneBadge>
          )}
        </UnstyledButton>
        <Group gap={2} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t`Move question ${place} up`}
            disabled={index === 0}
            onClick={() => actions.onMove(index - 1)}
          >
            <IconArrowUp size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t`Move question ${place} down`}
            disabled={index === count - 1}
            onClick={() => actions.onMove(index + 1)}
          >
            <IconArrowDown size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t`Duplicate question ${place}`}
            disabled={count >= questionLimits.questions}
            onClick={actions.onCopy}
          >
            <IconCopy size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={t`Delete question ${place}`}
            onClick={actions.onRemove}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </Group>
      </div>
      {opened && <QuestionFields question={question} faults={faults} onChange={actions.onChange} />}
    </article>
  );
}

function QuestionFields({
  question,
  faults,
  onChange,
}: {
  readonly question: DraftQuestion;
  readonly faults: Faults;
  readonly onChange: (change: Partial<DraftQuestion>) => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <Stack gap="sm" className={classes.fields}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t`Kind of question`}
          allowDeselect={false}
          data={questionKinds.map((kind) => ({ value: kind, label: i18n._(kindLabels[kind]) }))}
          value={question.kind}
          onChange={(kind) => {
            const known = questionKinds.find((candidate) => candidate === kind);
            if (!known) return;
            // A single choice has only one correct choice.
            onChange({ kind: known, ...(known === 'single' ? { right: question.right.slice(0, 1) } : {}) });
          }}
        />
        <NumberInput
          label={t`Points`}
          min={1}
          max={questionLimits.points}
          value={question.points}
          error={faultAt(faults, 'points')}
          onChange={(points) => onChange({ points })}
        />
      </SimpleGrid>
      <Textarea
        label={t`Question`}
        withAsterisk
        autosize
        minRows={2}
        maxRows={10}
        data-autofocus
        maxLength={questionLimits.text}
        value={question.text}
        error={faultAt(faults, 'text')}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <KeyFields question={question} faults={faults} onChange={onChange} />
      <Textarea
        label={t`Explanation`}
        description={t`Shown after the attempt: why this is correct`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={questionLimits.text}
        value={question.explanation}
        error={faultAt(faults, 'explanation')}
        onChange={({ currentTarget }) => onChange({ explanation: currentTarget.value })}
      />
    </Stack>
  );
}
