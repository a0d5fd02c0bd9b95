import { Plural, Trans } from '@lingui/react/macro';
import type { Quiz } from '#app/features/quiz-editor/quiz-draft.ts';
import type { StaleChange } from '#app/ui/StaleNotice.tsx';

/** Returns the changes that another person has made to a quiz in the meantime, in a few lines. */
export function changesBetween(before: Quiz, after: Quiz): readonly StaleChange[] {
  const changes: StaleChange[] = [];
  const known = new Map(before.questions.map((question) => [question.id, JSON.stringify(question)]));
  const changed = after.questions.filter((question) => known.get(question.id) !== JSON.stringify(question));
  if (before.questions.length !== after.questions.length || changed.length > 0) {
    changes.push({
      label: <Trans>Questions</Trans>,
      before: before.questions.length,
      after: (
        <>
          {after.questions.length}
          {' · '}
          <Plural value={changed.length} one="# new or changed" other="# new or changed" />
        </>
      ),
    });
  }
  if (before.maxAttempts !== after.maxAttempts) {
    changes.push({
      label: <Trans>Maximum attempts</Trans>,
      before: before.maxAttempts ?? '–',
      after: after.maxAttempts ?? '–',
    });
  }
  if (before.coolDownMinutes !== after.coolDownMinutes) {
    changes.push({
      label: <Trans>Wait between attempts (minutes)</Trans>,
      before: before.coolDownMinutes,
      after: after.coolDownMinutes,
    });
  }
  return changes;
}
