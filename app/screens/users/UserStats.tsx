import { IconBuilding, IconUserCheck, IconUserQuestion, IconUsers } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/users/Users.module.css';
import { StatCard } from '#app/ui/StatCard.tsx';

/** The four cards of SPEC §2.9; each is the link to the list behind its figure. */
export function UserStats({
  stats,
  phone,
}: {
  readonly stats: ResponseOf<typeof peopleContract.stats>;
  readonly phone: boolean;
}) {
  const { number } = useFormat();
  return (
    <div className={classes.stats}>
      <StatCard
        label={<Trans>Total Users</Trans>}
        value={number(stats.totalUsers)}
        to="/users"
        icon={phone ? undefined : IconUsers}
      />
      <StatCard
        label={<Trans>Active Users</Trans>}
        value={number(stats.activeUsers)}
        to="/users"
        search={{ status: 'on' }}
        tone="green"
        icon={phone ? undefined : IconUserCheck}
      />
      <StatCard
        label={<Trans>Organizations</Trans>}
        value={number(stats.organizations)}
        to="/organizations"
        tone="blue"
        icon={phone ? undefined : IconBuilding}
      />
      <StatCard
        label={<Trans>Account Activation</Trans>}
        value={number(stats.accountActivation)}
        hint={<Trans>Onboarding not completed</Trans>}
        to="/users"
        search={{ status: 'onboarding' }}
        tone="amber"
        icon={phone ? undefined : IconUserQuestion}
      />
    </div>
  );
}
