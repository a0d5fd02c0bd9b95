import { IconBook2, IconCalendarDue, IconCircleCheck, IconCircleHalf2 } from '@tabler/icons-react';
import { Plural, Trans } from '@lingui/react/macro';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { dueCard, dueText } from '#shared/domain/assignments/due.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { dueTones } from '#app/features/assignments/due-tones.ts';
import { trainingListId } from '#app/features/assignments/TrainingList.tsx';
import { DueTextWords } from '#app/features/training/DueText.tsx';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/employee-detail/EmployeeDetail.module.css';
import { StatCard } from '#app/ui/StatCard.tsx';

/** The four cards of SPEC §2.10; In Progress is a count here, and Next Due has the words of SPEC §9 (LRN-01). */
export function PersonStats({
  userId,
  stats,
  today,
  phone,
}: {
  readonly userId: string;
  readonly stats: ResponseOf<typeof assignmentsContract.employeeStats>;
  /** Today in the time zone of the person's organization. */
  readonly today: string;
  readonly phone: boolean;
}) {
  const { number, percent } = useFormat();
  const due = dueCard(stats.dueSoon);
  const next = dueText(stats.dueSoon === null ? null : addDays(today, stats.dueSoon), today);
  const list = { to: `/employee/${userId}`, hash: trainingListId };
  return (
    <div className={classes.cards}>
      <StatCard
        {...list}
        label={<Trans>Completed</Trans>}
        value={number(stats.completed)}
        hint={stats.totalAssignments > 0 && <Trans>{percent(stats.overallProgress)} of all</Trans>}
        search={{ filter: 'completed' }}
        tone="green"
        icon={phone ? undefined : IconCircleCheck}
      />
      <StatCard
        {...list}
        label={<Trans>In Progress</Trans>}
        value={number(stats.inProgress)}
        search={{ filter: 'in_progress' }}
        tone="blue"
        icon={phone ? undefined : IconCircleHalf2}
      />
      <StatCard
        {...list}
        label={<Trans>Next Due</Trans>}
        value={<DueTextWords text={next} />}
        hint={
          stats.overdue > 0 && (
            <Plural value={stats.overdue} one="# training overdue" other="# trainings overdue" />
          )
        }
        search={due.kind === 'overdue' ? { filter: 'overdue' } : { sort: 'due' }}
        tone={dueTones[due.kind]}
        icon={phone ? undefined : IconCalendarDue}
      />
      <StatCard
        {...list}
        label={<Trans>Total Assigned Modules</Trans>}
        value={number(stats.totalAssignments)}
        icon={phone ? undefined : IconBook2}
      />
    </div>
  );
}
