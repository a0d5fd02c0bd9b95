import { Button, Tabs } from '@mantine/core';
import { IconAdjustments, IconEye, IconListCheck, IconTrash } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { quizzesContract } from '#shared/contract/quizzes.ts';
import { editorMessages } from '#app/features/quiz-editor/editor-texts.ts';
import { QuestionList } from '#app/features/quiz-editor/QuestionList.tsx';
import {
  bodyOf,
  draftOf,
  faultsOfDraft,
  isSame,
  type Quiz,
  type QuizDraft,
} from '#app/features/quiz-editor/quiz-draft.ts';
import { QuizPreview } from '#app/features/quiz-editor/QuizPreview.tsx';
import { QuizRules } from '#app/features/quiz-editor/QuizRules.tsx';
import { RemoveQuizDialog } from '#app/features/quiz-editor/RemoveQuizDialog.tsx';
import { changesBetween } from '#app/features/quiz-editor/stale-changes.tsx';
import { useCommand } from '#app/lib/query.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';
import classes from '#app/features/quiz-editor/QuizEditor.module.css';
import type { FieldReason } from '#app/lib/forms.ts';

type Tab = 'questions' | 'rules' | 'preview';
const ruleFields = ['shuffleQuestions', 'shuffleOptions', 'maxAttempts', 'coolDownMinutes', 'feedback'];

/** The form of a quiz: questions, rules, and the paper as learners see it. Errors are shown at their fields. */
export function QuizForm({
  stored,
  title,
  onClose,
}: {
  readonly stored: Quiz;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  // The edited state is the one from when the dialog opened; a newer state is used only if the person chooses it.
  const [base, setBase] = useState(stored);
  const [start, setStart] = useState(() => draftOf(stored));
  const [draft, setDraft] = useState(start);
  const [tab, setTab] = useState<Tab>('questions');
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<readonly FieldReason[]>([]);
  const [newer, setNewer] = useState<Quiz | null>(null);
  const [removing, setRemoving] = useState(false);
  const faults = [...faultsOfDraft(draft), ...refused];
  const change = (changes: Partial<QuizDraft>): void => {
    setRefused([]);
    setDraft({ ...draft, ...changes });
  };
  /** Goes to the first error. */
  const show = (wrong: readonly FieldReason[]): void => {
    setTried(true);
    setLeft(new Set(draft.questions.map(({ id }) => id)));
    const first = wrong[0]?.path ?? '';
    setTab(ruleFields.some((field) => first.startsWith(field)) ? 'rules' : 'questions');
    const index = /^questions\.(\d+)/.exec(first)?.[1];
    if (index !== undefined) setOpenedId(draft.questions[Number(index)]?.id ?? null);
    setTimeout(() => {
      const dialog = document.querySelector(`.${classes.form ?? ''}`);
      dialog?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
      dialog?.querySelector('[aria-invalid="true"], [role="alert"]')?.scrollIntoView({ block: 'center' });
    });
  };
  const save = useCommand(quizzesContract.save, {
    success: editorMessages.saved,
    failure: editorMessages.saveFailed,
    onSuccess: onClose,
    onError: ({ code, problem, errors }) => {
      if (code === 'STALE') {
        setNewer((problem?.current as Quiz | undefined) ?? null);
        return true;
      }
      if (errors.length === 0) return false;
      setRefused(errors);
      show(errors);
      return true;
    },
  });
  const send = (): void => {
    if (faults.length > 0) show(faults);
    else
      save.mutate({
        params: { id: base.moduleId },
        body: bodyOf(draft),
        ifMatch: `"${String(base.revision)}"`,
      });
  };
  return (
    <>
      <FormDialog
        opened
        title={t`Quiz: ${title}`}
        submitLabel={<Trans>Save quiz</Trans>}
        onSubmit={(event) => {
          event?.preventDefault();
          send();
        }}
        onClose={onClose}
        busy={save.isPending}
        changed={!isSame(draft, start)}
        blocked={newer !== null}
        covered={removing}
        size="xl"
        extra={
          base.revision > 0 && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              disabled={save.isPending}
              onClick={() => setRemoving(true)}
            >
              <Trans>Remove quiz</Trans>
            </Button>
          )
        }
      >
        {newer && (
          <StaleNotice
            changes={changesBetween(base, newer)}
            onTakeNewer={() => {
              const taken = draftOf(newer);
              setBase(newer);
              setStart(taken);
              setDraft(taken);
              setNewer(null);
            }}
            onKeepMine={() => {
              setBase(newer);
              setNewer(null);
            }}
          />
        )}
        <Tabs
          className={classes.form}
          classNames={{ tab: classes.tab }}
          value={tab}
          onChange={(value) => setTab(value === 'rules' || value === 'preview' ? value : 'questions')}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="questions" leftSection={<IconListCheck size={16} aria-hidden />}>
              <Trans>Questions</Trans>
            </Tabs.Tab>
            <Tabs.Tab value="rules" leftSection={<IconAdjustments size={16} aria-hidden />}>
              <Trans>Rules</Trans>
            </Tabs.Tab>
            <Tabs.Tab value="preview" leftSection={<IconEye size={16} aria-hidden />}>
              <Trans>Preview</Trans>
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="questions">
            <QuestionList
              questions={draft.questions}
              openedId={openedId}
              faults={tried ? faults : faults.filter(({ path }) => path !== 'questions')}
              tellsFaultsOf={(id) => left.has(id)}
              onOpen={(id) => {
                // Problems of a question are shown once it was left.
                if (openedId !== null) setLeft(new Set([...left, openedId]));
                setOpenedId(id);
              }}
              onChange={(questions) => change({ questions })}
            />
          </Tabs.Panel>
          <Tabs.Panel value="rules">
            <QuizRules quiz={base} draft={draft} faults={faults} onChange={change} />
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            <QuizPreview draft={draft} />
          </Tabs.Panel>
        </Tabs>
      </FormDialog>
      {removing && (
        <RemoveQuizDialog quiz={base} title={title} onClose={() => setRemoving(false)} onRemoved={onClose} />
      )}
    </>
  );
}
