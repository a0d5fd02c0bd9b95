import { useMediaQuery } from '@mantine/hooks';
import {
  IconAlertCircle,
  IconHourglass,
  IconShieldCheck,
  IconUserQuestion,
  IconUsers,
} from '@tabler/icons-react';
import { Plural, Trans } from '@lingui/react/macro';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/team/Team.module.css';
import { isUnder, type Member, type TeamFilter } from '#app/screens/team/tree.ts';
import { StatCard } from '#app/ui/StatCard.tsx';

/** The id of the tree on the page: the cards link to it. */
export const teamTreeId = 'team';

/** The number of people in each state (CMP-03); each figure links to the people behind it. */
export function TeamCards({
  people,
  managerId,
}: {
  readonly people: readonly Member[];
  readonly managerId: string;
}) {
  const { number } = useFormat();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const count = (filter: TeamFilter) => people.filter((member) => isUnder(member, filter)).length;
  const direct = people.filter((member) => member.managerId === managerId).length;
  const overdue = count('overdue');
  const account = count('account');
  const list = { to: '/team', hash: teamTreeId };
  return (
    <div className={classes.cards}>
      <StatCard
        {...list}
        label={<Trans>Team</Trans>}
        value={number(people.length)}
        hint={<Plural value={direct} one="# reports directly to you" other="# report directly to you" />}
        icon={phone ? undefined : IconUsers}
      />
      <StatCard
        {...list}
        label={<Trans>Overdue</Trans>}
        value={number(overdue)}
        search={{ show: 'overdue' }}
        tone={overdue > 0 ? 'red' : 'green'}
        icon={phone ? undefined : IconAlertCircle}
      />
      <StatCard
        {...list}
        label={<Trans>On track</Trans>}
        value={number(count('onTrack'))}
        search={{ show: 'onTrack' }}
        tone="amber"
        icon={phone ? undefined : IconHourglass}
      />
      <StatCard
        {...list}
        label={<Trans>Complete</Trans>}
        value={number(count('complete'))}
        search={{ show: 'complete' }}
        tone="green"
        icon={phone ? undefined : IconShieldCheck}
      />
      <StatCard
        {...list}
        label={<Trans>No working account</Trans>}
        value={number(account)}
        hint={account > 0 && <Trans>Pending, inactive, or never signed in</Trans>}
        search={{ show: 'account' }}
        tone={account > 0 ? 'amber' : 'green'}
        icon={phone ? undefined : IconUserQuestion}
      />
    </div>
  );
}
