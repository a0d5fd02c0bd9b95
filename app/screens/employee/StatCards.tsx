import { IconBook2, IconCalendarDue, IconCircleCheck, IconCircleHalf2 } from '@tabler/icons-react';
import { Plural, Trans } from '@lingui/react/macro';
import type { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { dueCard } from '#shared/domain/assignments/due.ts';
import { DueWords } from '#app/features/assignments/DueWords.tsx';
import { dueTones } from '#app/features/assignments/due-tones.ts';
import { useFormat } from '#app/lib/format.ts';
import { trainingListId } from '#app/features/assignments/TrainingList.tsx';
import classes from '#app/screens/employee/Employee.module.css';
import { StatCard } from '#app/ui/StatCard.tsx';

/** The four cards of SPEC §2.6 with the formulas of §9; each links to the rows behind it. */
export function StatCards({
  stats,
  phone,
}: {
  readonly stats: ResponseOf<typeof ownAssignmentsContract.ownStats>;
  readonly phone: boolean;
}) {
  const { number, percent } = useFormat();
  const due = dueCard(stats.dueSoon);
  const to = '/employee';
  return (
    <div className={classes.cards}>
      <StatCard
        label={<Trans>Completed</Trans>}
        value={number(stats.completed)}
        to={to}
        search={{ filter: 'completed' }}
        hash={trainingListId}
        tone="green"
        icon={phone ? undefined : IconCircleCheck}
      />
      <StatCard
        label={<Trans>In Progress</Trans>}
        value={percent(stats.inProgress)}
        to={to}
        search={{ filter: 'in_progress' }}
        hash={trainingListId}
        tone="blue"
        icon={phone ? undefined : IconCircleHalf2}
      />
      <StatCard
        label={<Trans>Due Soon</Trans>}
        value={<DueWords due={due} />}
        hint={
          stats.overdue > 0 ? (
            <Plural value={stats.overdue} one="# training overdue" other="# trainings overdue" />
          ) : undefined
        }
        to={to}
        search={due.kind === 'overdue' ? { filter: 'overdue' } : { sort: 'due' }}
        hash={trainingListId}
        tone={dueTones[due.kind]}
        icon={phone ? undefined : IconCalendarDue}
      />
      <StatCard
        label={<Trans>Total Assigned Modules</Trans>}
        value={number(stats.totalAssignments)}
        to={to}
        search={{}}
        hash={trainingListId}
        icon={phone ? undefined : IconBook2}
      />
    </div>
  );
}
