import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconDatabaseExport,
  IconDotsVertical,
  IconEraser,
  IconKey,
  IconLockOpen,
  IconMail,
  IconPencil,
  IconShieldLock,
  IconShieldX,
} from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { useUser } from '#app/lib/session.ts';
import classes from '#app/screens/users/Users.module.css';

/** The dialogs of a person's row. */
export type UserDialog =
  | 'edit'
  | 'viewPassword'
  | 'generatePassword'
  | 'setPassword'
  | 'access'
  | 'resetLink'
  | 'unlock'
  | 'resetTwoFactor'
  | 'exportData'
  | 'erase';

/** The actions of a row (SPEC §2.9): View, Gen, Set, or 'Admin Account'; Edit; the rarer ones in a menu. */
export function UserActions({
  person,
  onOpen,
  big = false,
}: {
  readonly person: PersonRow;
  readonly onOpen: (dialog: UserDialog, person: PersonRow) => void;
  /** Easy to tap on a phone. */
  readonly big?: boolean;
}) {
  const { t } = useLingui();
  const name = nameOf(person);
  const size = big ? 'xs' : 'compact-xs';
  const open = (dialog: UserDialog) => () => onOpen(dialog, person);
  return (
    <div className={classes.actions}>
      {person.role === 'admin' ? (
        <span className={classes.adminAccount}>
          <IconShieldLock size={16} aria-hidden />
          <Trans>Admin Account</Trans>
        </span>
      ) : (
        <Button.Group>
          <Button
            variant="default"
            size={size}
            aria-label={t`View the password of ${name}`}
            onClick={open('viewPassword')}
          >
            <Trans context="password">View</Trans>
          </Button>
          <Button
            variant="default"
            size={size}
            aria-label={t`Gen: generate a password for ${name}`}
            onClick={open('generatePassword')}
          >
            <Trans context="password">Gen</Trans>
          </Button>
          <Button
            variant="default"
            size={size}
            aria-label={t`Set a password for ${name}`}
            onClick={open('setPassword')}
          >
            <Trans context="password">Set</Trans>
          </Button>
        </Button.Group>
      )}
      {big ? (
        <Button
          variant="light"
          size={size}
          leftSection={<IconPencil size={14} aria-hidden />}
          aria-label={t`Edit ${name}`}
          onClick={open('edit')}
        >
          <Trans>Edit</Trans>
        </Button>
      ) : (
        <Tooltip label={t`Edit`}>
          <ActionIcon variant="light" size={28} aria-label={t`Edit ${name}`} onClick={open('edit')}>
            <IconPencil size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <RareActions person={person} onOpen={onOpen} big={big} />
    </div>
  );
}

function RareActions({ person, onOpen, big = false }: Parameters<typeof UserActions>[0]) {
  const { t } = useLingui();
  const { id } = useUser();
  const name = nameOf(person);
  const own = person.id === id;
  const open = (dialog: UserDialog) => () => onOpen(dialog, person);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={big ? 32 : 28}
          aria-label={t`More actions for ${name}`}
        >
          <IconDotsVertical size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={open('access')}>
          <Trans>Access</Trans>
        </Menu.Item>
        {!own && (
          <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={open('resetLink')}>
            <Trans>Send reset link</Trans>
          </Menu.Item>
        )}
        {person.isLocked && (
          <Menu.Item leftSection={<IconLockOpen size={16} aria-hidden />} onClick={open('unlock')}>
            <Trans>Unlock</Trans>
          </Menu.Item>
        )}
        {person.twoFactorEnabled && !own && (
          <Menu.Item leftSection={<IconShieldX size={16} aria-hidden />} onClick={open('resetTwoFactor')}>
            <Trans>Reset two-factor</Trans>
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDatabaseExport size={16} aria-hidden />} onClick={open('exportData')}>
          <Trans>Export personal data</Trans>
        </Menu.Item>
        {!own && (
          <>
            <Menu.Divider />
            <Menu.Item
              c="var(--tt-red-text)"
              leftSection={<IconEraser size={16} aria-hidden />}
              onClick={open('erase')}
            >
              <Trans>Erase personal data</Trans>
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
