import { Alert, Button, Group, Menu, Text, VisuallyHidden } from '@mantine/core';
import { IconListCheck, IconPlus } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { questionKinds, questionLimits, type QuestionKind } from '#shared/domain/quizzes/question.ts';
import { ownFaultAt } from '#app/features/quiz-editor/fault-at.ts';
import { headId, QuestionCard } from '#app/features/quiz-editor/QuestionCard.tsx';
import {
  copyOf,
  faultsAt,
  moved,
  newQuestion,
  type DraftQuestion,
} from '#app/features/quiz-editor/quiz-draft.ts';
import { kindLabels } from '#app/features/quizzes/quiz-texts.ts';
import { useFormat } from '#app/lib/format.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import classes from '#app/features/quiz-editor/QuizEditor.module.css';
import { errorsByField, type FieldReason } from '#app/lib/forms.ts';

const focusHead = (id: string): void => void setTimeout(() => document.getElementById(headId(id))?.focus());

/** The questions of a quiz in their order: add, open, move, duplicate, delete (VIEW-06). */
export function QuestionList({
  questions,
  openedId,
  faults,
  tellsFaultsOf,
  onOpen,
  onChange,
}: {
  readonly questions: readonly DraftQuestion[];
  readonly openedId: string | null;
  readonly faults: readonly FieldReason[];
  /** Whether the errors of a question are shown yet. */
  readonly tellsFaultsOf: (id: string) => boolean;
  readonly onOpen: (id: string | null) => void;
  readonly onChange: (questions: readonly DraftQuestion[]) => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const [removed, setRemoved] = useState<{ question: DraftQuestion; index: number } | null>(null);
  const [said, setSaid] = useState('');
  const add = (kind: QuestionKind): void => {
    const question = newQuestion(kind);
    setRemoved(null);
    onChange([...questions, question]);
    onOpen(question.id);
    // Waits until the menu has returned the focus.
    setTimeout(() => {
      const card = document.getElementById(headId(question.id))?.closest('article');
      card?.querySelector<HTMLTextAreaElement>('textarea[data-autofocus]')?.focus();
    }, 250);
  };
  const none = ownFaultAt(errorsByField(faults), 'questions');
  const points = questions.reduce((sum, question) => sum + (Number(question.points) || 0), 0);
  return (
    <div className={classes.list}>
      {questions.length === 0 ? (
        <EmptyState
          icon={IconListCheck}
          title={<Trans>No questions yet</Trans>}
          hint={<Trans>Add the first one. People with this module must answer them to complete it.</Trans>}
        />
      ) : (
        <Text size="sm" c="dimmed">
          <Plural value={questions.length} one="# question" other="# questions" />
          {' · '}
          <Plural value={points} one="# point" other="# points" />
        </Text>
      )}
      {questions.map((question, index) => (
        <QuestionCard
          key={question.id}
          question={question}
          index={index}
          count={questions.length}
          opened={openedId === question.id}
          faults={tellsFaultsOf(question.id) ? faultsAt(faults, index) : {}}
          actions={{
            onToggle: () => onOpen(openedId === question.id ? null : question.id),
            onChange: (change) =>
              onChange(
                questions.map((known) => (known.id === question.id ? { ...known, ...change } : known)),
              ),
            onMove: (to) => {
              if (to < 0 || to >= questions.length) return;
              onChange(moved(questions, index, to));
              setSaid(t`Question moved to place ${number(to + 1)}`);
              focusHead(question.id);
            },
            onCopy: () => {
              const copy = copyOf(question);
              onChange(questions.toSpliced(index + 1, 0, copy));
              onOpen(copy.id);
              focusHead(copy.id);
            },
            onRemove: () => {
              setRemoved({ question, index });
              onChange(questions.filter(({ id }) => id !== question.id));
              const next = questions[index + 1] ?? questions[index - 1];
              if (next) focusHead(next.id);
            },
          }}
        />
      ))}
      {removed && (
        <Alert
          color="gray"
          variant="light"
          role="status"
          withCloseButton
          closeButtonLabel={t`Close`}
          onClose={() => setRemoved(null)}
        >
          <Group gap="sm">
            <Text size="sm">
              <Trans>Question {number(removed.index + 1)} is deleted.</Trans>
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                onChange(questions.toSpliced(removed.index, 0, removed.question));
                setRemoved(null);
                focusHead(removed.question.id);
              }}
            >
              <Trans>Undo</Trans>
            </Button>
          </Group>
        </Alert>
      )}
      {none !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {none}
        </Text>
      )}
      <div>
        <AddQuestion disabled={questions.length >= questionLimits.questions} onAdd={add} />
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

function AddQuestion({
  disabled,
  onAdd,
}: {
  readonly disabled: boolean;
  readonly onAdd: (kind: QuestionKind) => void;
}) {
  const { i18n } = useLingui();
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} disabled={disabled}>
          <Trans>Add question</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {questionKinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {i18n._(kindLabels[kind])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
