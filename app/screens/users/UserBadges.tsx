import { IconLock, IconSignatureOff } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { AccountBadge } from '#app/features/people/AccountBadge.tsx';
import { AwayBadge } from '#app/features/people/AwayBadge.tsx';
import type { PersonRow } from '#app/features/people/people.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';
import classes from '#app/screens/users/Users.module.css';

/** The badges of an account: its status, an absence, a lock after too many failures, and a person who cannot sign. */
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
