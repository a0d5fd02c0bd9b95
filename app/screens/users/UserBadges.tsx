import { IconLock, IconSignatureOff } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { AccountBadge } from '#app/features/people/AccountBadge.tsx';
import { AwayBadge } from '#app/features/people/AwayBadge.tsx';
import type { PersonRow } from '#app/features/people/people.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';
import classes from '#app/screens/users/Users.module.css';

/** The account's status, that the person is away, that too many failures have locked it, and that its person cannot sign. */
export function UserBadges({ person }: { readonly person: PersonRow }) {
  return (
    <span className={classes.badges}>
      {person.displayStatus && <AccountBadge status={person.displayStatus} size="sm" />}
      {person.isAway && <AwayBadge />}
      {person.isLocked && (
        <ToneBadge tone="red" icon={IconLock} size="sm">
          <Trans>Locked</Trans>
        </ToneBadge>
      )}
      {person.signingClosed && (
        <ToneBadge tone="amber" icon={IconSignatureOff} size="sm">
          <Trans>Cannot sign</Trans>
        </ToneBadge>
      )}
    </span>
  );
}
