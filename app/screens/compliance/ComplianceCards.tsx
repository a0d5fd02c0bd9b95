import { Plural, Trans } from '@lingui/react/macro';
import {
  IconAlertCircle,
  IconCalendarPause,
  IconHourglass,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react';
import { TierBadge } from '#app/features/training/TierBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import { useUser } from '#app/lib/session.ts';
import { listOf, peopleId, shownRate, type Metrics, type View } from '#app/screens/compliance/compliance.ts';
import { CardGrid, StatCard } from '#app/ui/StatCard.tsx';

/** The cards of SPEC §2.13: the current figures, independent of the period; each links to the people behind it. */
export function ComplianceCards({
  overall,
  view,
}: {
  readonly overall: Metrics['overall'];
  readonly view: View;
}) {
  const format = useFormat();
  const { permissions } = useUser();
  const rate = shownRate(overall);
  const to = (people: string) => ({ to: '/compliance', hash: peopleId, search: listOf(view, { people }) });
  return (
    <CardGrid fill>
      <StatCard
        {...to('all')}
        label={<Trans>Total Users</Trans>}
        value={format.number(overall.totalUsers)}
        hint={<Plural value={overall.activeUsers} one="# active" other="# active" />}
        icon={IconUsers}
      />
      <StatCard
        {...to('compliant')}
        label={<Trans>Compliant</Trans>}
        value={format.number(overall.compliantUsers)}
        hint={
          <>
            {typeof rate === 'number' && <>{format.percent(rate, 1)} </>}
            <TierBadge figure="compliance" rate={rate} size="sm" />
            {overall.pending > 0 && (
              <span>
                {' '}
                <Trans>Nothing overdue, including pending people</Trans>
              </span>
            )}
          </>
        }
        tone="green"
        icon={IconShieldCheck}
      />
      <StatCard
        {...to('overdue')}
        label={<Trans>Overdue</Trans>}
        value={format.number(overall.overdue)}
        hint={<Trans>People with overdue or expired training</Trans>}
        tone={overall.overdue > 0 ? 'red' : 'green'}
        icon={IconAlertCircle}
      />
      <StatCard
        {...to('pending')}
        label={<Trans context="training">Pending</Trans>}
        value={format.number(overall.pending)}
        hint={<Trans>People with open training and nothing overdue, or who never signed in</Trans>}
        tone="amber"
        icon={IconHourglass}
      />
      <StatCard
        {...(view.asOf === '' &&
          permissions.includes('people.manage') && { to: '/users', search: { status: 'away' } })}
        label={<Trans>Away</Trans>}
        value={format.number(overall.away)}
        hint={
          <>
            {overall.awayOverdue > 0 && (
              <>
                <Plural
                  value={overall.awayOverdue}
                  one="# of them overdue."
                  other="# of them overdue."
                />{' '}
              </>
            )}
            <Trans>People who are away stay in the other figures</Trans>
          </>
        }
        tone="violet"
        icon={IconCalendarPause}
      />
    </CardGrid>
  );
}
