import { Trans } from '@lingui/react/macro';
import { isDone } from '#shared/domain/assignments/status.ts';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import { DueDateMoved, VersionFacts } from '#app/features/training/VersionFacts.tsx';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/features/assignments/Assignments.module.css';
import { CalendarDate, EvidenceTime } from '#app/ui/Moment.tsx';

/** The cycle of a training and its result, in one quiet line: past cycles stay apart (LRN-03, MTX-08). */
export function HistoryFacts({ assignment }: { readonly assignment: ListedTraining }) {
  const { number, percent } = useFormat();
  const { cycle, status, completedAt, completedTimeZone, completionKind, score, nextRenewalDate, quiz } =
    assignment;
  const done = isDone(status) && completedAt !== null;
  const { versionCompleted, effectiveVersion, dueDateMoved } = assignment;
  if (cycle === 1 && !done && dueDateMoved === null) return null;
  const place = number(cycle);
  const result = score === null ? '' : percent(score, 1);
  return (
    <span className={classes.facts}>
      {cycle > 1 && (
        <span>
          <Trans>Cycle {place}</Trans>
        </span>
      )}
      {done && (
        <span>
          <Trans>
            Completed on{' '}
            <EvidenceTime value={completedAt} timeZone={completedTimeZone} kind={completionKind} />
          </Trans>
        </span>
      )}
      {done && (
        <span>
          <VersionFacts completed={versionCompleted} effective={effectiveVersion} />
        </span>
      )}
      {/* The score of a passed quiz is in its chip. */}
      {done && score !== null && quiz?.passed !== true && (
        <span>
          <Trans>Score {result}</Trans>
        </span>
      )}
      {done && nextRenewalDate !== null && (
        <span>
          {status === 'expired' ? (
            <Trans>
              Was valid until <CalendarDate value={nextRenewalDate} />
            </Trans>
          ) : (
            <Trans>
              Valid until <CalendarDate value={nextRenewalDate} />
            </Trans>
          )}
        </span>
      )}
      <DueDateMoved move={dueDateMoved} />
    </span>
  );
}
