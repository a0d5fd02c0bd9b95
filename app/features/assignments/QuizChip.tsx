import { IconCircleCheck, IconHourglass, IconListCheck, IconLock } from '@tabler/icons-react';
import { Plural, Trans } from '@lingui/react/macro';
import { isOpen } from '#shared/domain/assignments/status.ts';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import { useFormat } from '#app/lib/format.ts';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The person's state in the quiz of a training (VIEW-06): passed with the score, attempts left, or when the next one is possible. */
export function QuizChip({
  assignment: { quiz, score, status },
}: {
  readonly assignment: Pick<ListedTraining, 'quiz' | 'score' | 'status'>;
}) {
  const { percent } = useFormat();
  if (quiz === null) return null;
  const shown = score === null ? null : percent(score, 2);
  if (quiz.passed) {
    return (
      <ToneBadge tone="green" icon={IconCircleCheck} size="sm" wrap>
        {shown === null ? <Trans>Quiz passed</Trans> : <Trans>Quiz passed {shown}</Trans>}
      </ToneBadge>
    );
  }
  if (!isOpen(status)) return null;
  const { attemptsLeft, attempted, nextAttemptAt } = quiz;
  if (attemptsLeft === 0) {
    return (
      <ToneBadge tone="red" icon={IconLock} size="sm" wrap>
        <Trans>Quiz: no attempts left</Trans>
      </ToneBadge>
    );
  }
  if (nextAttemptAt !== null) {
    return (
      <ToneBadge tone="amber" icon={IconHourglass} size="sm" wrap>
        <Trans>
          Next attempt at <Moment value={nextAttemptAt} show="dateTime" />
        </Trans>
      </ToneBadge>
    );
  }
  return (
    <ToneBadge tone={attempted === 0 ? 'gray' : 'amber'} icon={IconListCheck} size="sm" wrap>
      {attemptsLeft === null ? (
        <Trans>Quiz not passed yet</Trans>
      ) : (
        <Plural value={attemptsLeft} one="Quiz: # attempt left" other="Quiz: # attempts left" />
      )}
    </ToneBadge>
  );
}
