import { Plural, Trans } from '@lingui/react/macro';
import { IconAlertCircle, IconPercentage, IconUsers } from '@tabler/icons-react';
import type { dashboardContract } from '#shared/contract/dashboard.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { TierBadge } from '#app/features/training/TierBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import { CardGrid, StatCard } from '#app/ui/StatCard.tsx';

/** The stat cards of SPEC §2.4: Active Users, Overall Completion, Overdue; each links to the list behind it. */
export function AdminCards({ stats }: { readonly stats: ResponseOf<typeof dashboardContract.stats> }) {
  const format = useFormat();
  const rate = stats.complianceStatus === null ? null : stats.overallCompletionRate;
  return (
    <CardGrid fill>
      <StatCard
        label={<Trans>Active Users</Trans>}
        value={format.number(stats.activeUsers)}
        hint={<Plural value={stats.totalUsers} one="of # user" other="of # users" />}
        to="/users"
        search={{ status: 'on' }}
        icon={IconUsers}
      />
      <StatCard
        label={<Trans>Overall Completion</Trans>}
        value={rate === null ? '–' : format.percent(rate, 1)}
        hint={
          <>
            <Plural
              value={stats.completedTrainings}
              one="# training completed"
              other="# trainings completed"
            />{' '}
            <TierBadge figure="completion" rate={rate} size="sm" />
          </>
        }
        to="/reports/completion"
        search={{ sort: 'completionRate' }}
        tone="blue"
        icon={IconPercentage}
      />
      <StatCard
        label={<Trans>Overdue</Trans>}
        value={format.number(stats.overdueTrainings)}
        hint={
          <>
            <Plural value={stats.overdueTrainings} one="training overdue" other="trainings overdue" />
            {stats.expiredTrainings > 0 && (
              <>
                , <Plural value={stats.expiredTrainings} one="# expired" other="# expired" />
              </>
            )}
            {' · '}
            <Plural
              value={stats.overdueUsers}
              one="# person with overdue or expired training"
              other="# people with overdue or expired training"
            />
          </>
        }
        to="/reports/completion"
        search={{ sort: '-overdue' }}
        hash="people"
        tone={stats.overdueTrainings + stats.expiredTrainings > 0 ? 'red' : 'green'}
        icon={IconAlertCircle}
      />
    </CardGrid>
  );
}
