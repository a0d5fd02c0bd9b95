import { IconClockOff, IconKey, IconKeyOff, IconMinus } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { PersonRow } from '#app/features/people/people.ts';
import { Moment } from '#app/ui/Moment.tsx';
import classes from '#app/screens/users/Users.module.css';

/** The state of an assigned password, never its text (USR-01): none, set on a date, used or expired. */
export function CredentialState({ credential }: { readonly credential: PersonRow['credential'] }) {
  switch (credential?.state) {
    case 'set':
      return (
        <span className={classes.credential} data-tone="teal">
          <IconKey size={15} aria-hidden />
          {credential.at === null ? (
            <Trans context="password state">Set</Trans>
          ) : (
            <span>
              <Trans>
                Set on <Moment value={credential.at} />
              </Trans>
            </span>
          )}
        </span>
      );
    case 'used':
      return (
        <span className={classes.credential}>
          <IconKeyOff size={15} aria-hidden />
          <Trans>Used</Trans>
        </span>
      );
    case 'expired':
      return (
        <span className={classes.credential} data-tone="amber">
          <IconClockOff size={15} aria-hidden />
          <Trans>Expired</Trans>
        </span>
      );
    case 'none':
    case undefined:
      return (
        <span className={classes.credential}>
          <IconMinus size={15} aria-hidden />
          <Trans context="password">None</Trans>
        </span>
      );
  }
}
