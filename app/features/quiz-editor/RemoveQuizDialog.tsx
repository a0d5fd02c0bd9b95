import { Trans, Plural } from '@lingui/react/macro';
import { quizzesContract } from '#shared/contract/quizzes.ts';
import { editorMessages } from '#app/features/quiz-editor/editor-texts.ts';
import type { Quiz } from '#app/features/quiz-editor/quiz-draft.ts';
import { useCommand } from '#app/lib/query.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';

/** Requests confirmation before a quiz is removed from its module, and shows which records remain. */
export function RemoveQuizDialog({
  quiz,
  title,
  onClose,
  onRemoved,
}: {
  readonly quiz: Quiz;
  readonly title: string;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) {
  const remove = useCommand(quizzesContract.remove, {
    success: editorMessages.removed,
    onSuccess: onRemoved,
    // The dialog shows it.
    onError: () => true,
  });
  return (
    <ConfirmDialog
      opened
      title={<Trans>Remove the quiz?</Trans>}
      confirmLabel={<Trans>Remove quiz</Trans>}
      destructive
      busy={remove.isPending}
      error={remove.error}
      effects={
        quiz.attempts > 0 && (
          <Plural
            value={quiz.attempts}
            one="# submitted attempt keeps its score."
            other="# submitted attempts keep their scores."
          />
        )
      }
      onConfirm={() =>
        remove.mutate({ params: { id: quiz.moduleId }, ifMatch: `"${String(quiz.revision)}"` })
      }
      onClose={onClose}
    >
      <Trans>“{title}” will no longer have questions. They cannot be restored.</Trans>
    </ConfirmDialog>
  );
}
