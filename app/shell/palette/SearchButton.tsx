import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { isGated, type SessionUser } from '#app/lib/session.ts';
import type { MenuOrganization } from '#app/shell/menu.ts';
import classes from '#app/shell/palette/Palette.module.css';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));

const apple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The field of the header that opens the command palette, like Ctrl K and ⌘ K from everywhere (SHELL-08). */
export function SearchButton({
  user,
  organizations,
}: {
  readonly user: SessionUser;
  readonly organizations: readonly MenuOrganization[];
}) {
  const { t } = useLingui();
  const [opened, setOpened] = useState(false);
  // The palette is loaded only for people who open it; it stays mounted until it has closed.
  const [wanted, setWanted] = useState(false);
  const open = (): void => {
    if (isGated(user)) return;
    setWanted(true);
    setOpened(true);
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton
        className={classes.field}
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
      >
        <IconSearch size={17} stroke={1.8} aria-hidden />
        <span className={classes.fieldText}>
          <Trans>Search screens, people and modules</Trans>
        </span>
        <Kbd size="xs" className={classes.fieldKey} aria-hidden="true">
          {apple ? '⌘ K' : t`Ctrl K`}
        </Kbd>
      </UnstyledButton>
      {wanted && (
        <Suspense>
          <Palette
            user={user}
            organizations={organizations}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}
