import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFingerprint, IconPlus } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { passkeysContract as contract } from '#shared/contract/passkeys.ts';
import { AddPasskeyDialog } from '#app/features/passkeys/AddPasskeyDialog.tsx';
import { passkeyMessages } from '#app/features/passkeys/passkey-texts.ts';
import { RenamePasskeyDialog } from '#app/features/passkeys/RenamePasskeyDialog.tsx';
import { SecurityCard } from '#app/features/security/SecurityCard.tsx';
import classes from '#app/features/passkeys/Passkeys.module.css';
import listClasses from '#app/features/sessions/Sessions.module.css';
import { queryFor } from '#app/lib/client.ts';
import { browserSupportsPasskeys } from '#app/lib/passkeys.ts';
import { useCommand } from '#app/lib/query.ts';
import { refreshSession } from '#app/lib/session.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';
import { useQueryClient } from '@tanstack/react-query';

type Passkey = ResponseOf<typeof contract.list>['passkeys'][number];

/** The passkeys of the person (AUTH-19): add, rename, revoke. */
export function PasskeysCard() {
  const { t } = useLingui();
  const query = useQuery(queryFor(contract.list));
  const [adding, setAdding] = useState(false);
  return (
    <SecurityCard
      icon={IconFingerprint}
      title={<Trans>Passkeys</Trans>}
      hint={
        <Trans>
          Sign in and sign with your fingerprint, face or device PIN. Once you have a passkey, your password
          alone no longer signs you in.
        </Trans>
      }
    >
      <Load query={query} skeleton={<LineSkeletons label={t`Loading...`} count={1} height={56} />}>
        {({ passkeys, canAdd }) => (
          <Stack gap="md">
            {passkeys.length > 0 && (
              <ul className={listClasses.list}>
                {passkeys.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            )}
            {canAdd && browserSupportsPasskeys() ? (
              <Group justify="flex-end">
                <Button
                  variant="default"
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={() => setAdding(true)}
                >
                  <Trans>Add a passkey</Trans>
                </Button>
              </Group>
            ) : (
              <Text size="sm" c="dimmed">
                <Trans>You cannot add a passkey with this account, browser or address.</Trans>
              </Text>
            )}
          </Stack>
        )}
      </Load>
      <AddPasskeyDialog opened={adding} onClose={() => setAdding(false)} />
    </SecurityCard>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'rename' | 'revoke' | null>(null);
  const { id, name, createdAt, lastUsedAt, backedUp } = passkey;
  const close = (): void => setDialog(null);
  const revoke = useCommand(contract.revoke, {
    success: passkeyMessages.revoked,
    onSuccess: () => {
      close();
      return refreshSession(client);
    },
    onError: () => true,
  });
  return (
    <li className={classes.row}>
      <IconFingerprint size={22} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Group gap="xs">
          <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {backedUp && (
            <ToneBadge tone="blue" size="sm">
              <Trans>Synced</Trans>
            </ToneBadge>
          )}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          <Trans>
            added <Moment value={createdAt} />
          </Trans>{' '}
          ·{' '}
          {lastUsedAt === null ? (
            <Trans>not used yet</Trans>
          ) : (
            <Trans>
              last used <Moment value={lastUsedAt} show="relative" />
            </Trans>
          )}
        </Text>
      </div>
      <Group gap="xs" ml="auto">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t`Rename the passkey ${name}`}
          onClick={() => setDialog('rename')}
        >
          <Trans>Rename</Trans>
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t`Revoke the passkey ${name}`}
          onClick={() => setDialog('revoke')}
        >
          <Trans>Revoke</Trans>
        </Button>
      </Group>
      <RenamePasskeyDialog passkey={passkey} opened={dialog === 'rename'} onClose={close} />
      <ConfirmDialog
        opened={dialog === 'revoke'}
        title={<Trans>Revoke this passkey?</Trans>}
        effects={<Trans>The passkey “{name}” stops working immediately. You get an email about it.</Trans>}
        confirmLabel={<Trans>Revoke</Trans>}
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate({ params: { passkeyId: id } })}
        onClose={close}
      />
    </li>
  );
}
