import { IconLock } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { AccountBadge } from '#app/features/people/AccountBadge.tsx';
import type { PersonRow } from '#app/features/people/people.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';
import classes from '#app/screens/users/Users.module.css';

/** The account's status, and that too many failures have locked it. */
export function UserBadges({ person }: { readonly person: PersonRow }) {
  return (
    <span className={classes.badges}>
      {person.displayStatus && <AccountBadge status={person.displayStatus} size="sm" />}
      {person.isLocked && (
        <ToneBadge tone="red" icon={IconLock} size="sm">
          <Trans>Locked</Trans>
        </ToneBadge>
      )}
    </span>
  );
}
