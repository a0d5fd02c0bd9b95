import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarDue, IconCircleCheck, IconCircleHalf2 } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import { dueCard } from '#shared/domain/assignments/due.ts';
import { dueTones } from '#app/features/assignments/due-tones.ts';
import { DueWords } from '#app/features/assignments/DueWords.tsx';
import { useToday } from '#app/features/assignments/today.ts';
import { OwnTrainings } from '#app/features/assignments/OwnTrainings.tsx';
import { trainingListId } from '#app/features/assignments/TrainingList.tsx';
import { useTrainingChanges } from '#app/features/assignments/training-changes.ts';
import { OpenDocuments } from '#app/features/hr/OpenDocuments.tsx';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { useUser } from '#app/lib/session.ts';
import classes from '#app/screens/manager/Manager.module.css';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons } from '#app/ui/Loading.tsx';
import { ProgressRing } from '#app/ui/ProgressRing.tsx';
import { StatCard } from '#app/ui/StatCard.tsx';

/** The maximum of one call; no person has more trainings at once. */
const most = 1000;

/** Personal View (SPEC §2.15): Completed, In Progress as a count (LRN-01), Due Soon, Progress, and their own trainings. */
export function PersonalView() {
  const { t } = useLingui();
  useTrainingChanges();
  const { id: userId } = useUser();
  const today = useToday();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const stats = useQuery(queryFor(assignmentsContract.employeeStats, { params: { userId } }));
  const open = useQuery(queryFor(hrOwnContract.open));
  const mine = useQuery(pageFor(assignmentsContract.mine, { query: { limit: most, sort: 'due' } }));
  return (
    <>
      <OpenDocuments open={open} />
      <Load query={stats} skeleton={<CardSkeletons label={t`Loading your progress...`} />}>
        {(figures) => <Cards stats={figures} phone={phone} />}
      </Load>
      <OwnTrainings assignments={mine} today={today} phone={phone} />
    </>
  );
}

function Cards({
  stats,
  phone,
}: {
  readonly stats: ResponseOf<typeof assignmentsContract.employeeStats>;
  readonly phone: boolean;
}) {
  const { t } = useLingui();
  const { number, percent } = useFormat();
  const due = dueCard(stats.dueSoon);
  const list = { to: '/manager', hash: trainingListId };
  const view = 'personal';
  const [done, all] = [number(stats.completed), number(stats.totalAssignments)];
  return (
    <div className={classes.cards}>
      <StatCard
        {...list}
        label={<Trans>Completed</Trans>}
        value={number(stats.completed)}
        search={{ view, filter: 'completed' }}
        tone="green"
        icon={phone ? undefined : IconCircleCheck}
      />
      <StatCard
        {...list}
        label={<Trans>In Progress</Trans>}
        value={number(stats.inProgress)}
        search={{ view, filter: 'in_progress' }}
        tone="blue"
        icon={phone ? undefined : IconCircleHalf2}
      />
      <StatCard
        {...list}
        label={<Trans>Due Soon</Trans>}
        value={<DueWords due={due} />}
        hint={
          stats.overdue > 0 && (
            <Plural value={stats.overdue} one="# training overdue" other="# trainings overdue" />
          )
        }
        search={due.kind === 'overdue' ? { view, filter: 'overdue' } : { view, sort: 'due' }}
        tone={dueTones[due.kind]}
        icon={phone ? undefined : IconCalendarDue}
      />
      <StatCard
        {...list}
        label={<Trans>Progress</Trans>}
        value={percent(stats.overallProgress)}
        hint={
          <Trans>
            {done} of {all} modules completed
          </Trans>
        }
        search={{ view }}
      >
        {!phone && (
          <ProgressRing value={stats.overallProgress} label={t`Overall progress`} size={44} thickness={5} />
        )}
      </StatCard>
    </div>
  );
}
