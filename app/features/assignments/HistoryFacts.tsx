import { Trans } from '@lingui/react/macro';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/features/assignments/Assignments.module.css';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';

/** Which time the module is done, and what came of it, in one quiet line: past cycles stay apart (LRN-03, MTX-08). */
export function HistoryFacts({ assignment }: { readonly assignment: OwnAssignment }) {
  const { number, percent } = useFormat();
  const { cycle, status, completedAt, score, nextRenewalDate, quiz } = assignment;
  const done = status === 'completed' && completedAt !== null;
  if (cycle === 1 && !done) return null;
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
            Completed on <Moment value={completedAt} />
          </Trans>
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
          <Trans>
            Valid until <CalendarDate value={nextRenewalDate} />
          </Trans>
        </span>
      )}
    </span>
  );
}
