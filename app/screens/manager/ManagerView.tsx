import { useMediaQuery } from '@mantine/hooks';
import { IconAlertCircle, IconChecks, IconUsers } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { teamContract } from '#shared/contract/team.ts';
import { TierBadge } from '#app/features/training/TierBadge.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { useUser } from '#app/lib/session.ts';
import { directReportsId, DirectReports } from '#app/screens/manager/DirectReports.tsx';
import classes from '#app/screens/manager/Manager.module.css';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons, LineSkeletons } from '#app/ui/Loading.tsx';
import { StatCard } from '#app/ui/StatCard.tsx';

/** Manager View (SPEC §2.15): four figures of the direct reports, and the people behind them. */
export function ManagerView() {
  const { t } = useLingui();
  const { id } = useUser();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const board = useQuery(queryFor(teamContract.stats, { params: { id } }));
  return (
    <Load
      query={board}
      skeleton={
        <>
          <CardSkeletons label={t`Loading your team...`} />
          <LineSkeletons label={t`Loading your team...`} />
        </>
      }
    >
      {(stats) => (
        <>
          <Cards stats={stats} phone={phone} />
          <DirectReports people={stats.directReports} />
        </>
      )}
    </Load>
  );
}

function Cards({
  stats,
  phone,
}: {
  readonly stats: ResponseOf<typeof teamContract.stats>;
  readonly phone: boolean;
}) {
  const { number, percent } = useFormat();
  const list = { to: '/manager', hash: directReportsId };
  const active = stats.directReports.filter((person) => person.isActive);
  const inactive = stats.totalDirectReports - active.length;
  const assigned = active.reduce((sum, person) => sum + person.totalAssignments, 0);
  const rate = assigned === 0 ? null : stats.overallCompletionRate;
  const all = number(assigned);
  return (
    <div className={classes.cards}>
      <StatCard
        {...list}
        label={<Trans>Direct Reports</Trans>}
        value={number(stats.totalDirectReports)}
        hint={inactive > 0 && <Plural value={inactive} one="# of them inactive" other="# of them inactive" />}
        icon={phone ? undefined : IconUsers}
      />
      <StatCard
        {...list}
        label={<Trans>Non Compliance</Trans>}
        value={number(stats.nonComplianceCount)}
        hint={
          <Plural
            value={stats.nonComplianceCount}
            _0="No one is overdue"
            one="person with overdue or expired training"
            other="people with overdue or expired training"
          />
        }
        search={{ show: 'overdue' }}
        tone={stats.nonComplianceCount > 0 ? 'red' : 'green'}
        icon={phone ? undefined : IconAlertCircle}
      />
      <StatCard
        {...list}
        label={<Trans>Team Completed</Trans>}
        value={number(stats.completedTrainings)}
        hint={<Trans>of {all} assigned</Trans>}
        search={{ sort: '-completed' }}
        tone="green"
        icon={phone ? undefined : IconChecks}
      />
      <StatCard
        {...list}
        label={<Trans>Team Progress</Trans>}
        value={rate === null ? '–' : percent(rate, 1)}
        hint={<TierBadge figure="completion" rate={rate} size="sm" />}
        search={{ sort: 'rate' }}
      />
    </div>
  );
}
