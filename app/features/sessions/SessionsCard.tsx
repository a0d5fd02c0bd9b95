import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDevices,
  IconDeviceTablet,
  IconTerminal2,
  type Icon,
} from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { accountSecurityContract as contract } from '#shared/contract/account-security.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { SecurityCard } from '#app/features/security/SecurityCard.tsx';
import { deviceOf, type Device } from '#app/features/sessions/device.ts';
import classes from '#app/features/sessions/Sessions.module.css';
import { sessionMessages } from '#app/features/sessions/session-texts.ts';
import { queryFor } from '#app/lib/client.ts';
import { useCommand } from '#app/lib/query.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Session = ResponseOf<typeof contract.sessions>['sessions'][number];

const icons: Readonly<Record<Device['kind'], Icon>> = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  computer: IconDeviceDesktop,
  program: IconTerminal2,
};

/** The person's own sessions (AUTH-05): where they are signed in, ending one, and signing out of all others. */
export function SessionsCard() {
  const { t } = useLingui();
  // Always the current list: another device may have signed in a minute ago.
  const query = useQuery({ ...queryFor(contract.sessions), staleTime: 0 });
  const others = (query.data?.sessions ?? []).filter((session) => !session.current).length;
  return (
    <SecurityCard
      icon={IconDevices}
      title={<Trans>Where you are signed in</Trans>}
      hint={<Trans>If you don’t recognize a device, end its session and change your password.</Trans>}
    >
      <Load query={query} skeleton={<LineSkeletons label={t`Loading...`} count={2} height={56} />}>
        {({ sessions }) => (
          <>
            <ul className={classes.list}>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
            <EndOthers others={others} />
          </>
        )}
      </Load>
    </SecurityCard>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const { t } = useLingui();
  const device = deviceOf(session.userAgent);
  const TheIcon = icons[device.kind];
  const name = useDeviceName(device);
  const end = useCommand(contract.endSession, {
    success: sessionMessages.ended,
    failure: sessionMessages.endFailed,
  });
  return (
    <li className={classes.row}>
      <TheIcon size={22} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {name}
          </Text>
          {session.current && (
            <ToneBadge tone="green" size="sm">
              <Trans>This device</Trans>
            </ToneBadge>
          )}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {session.ip !== null && <span translate="no">{session.ip} · </span>}
          <Trans>
            signed in <Moment value={session.createdAt} show="dateTime" />
          </Trans>
          {!session.current && (
            <>
              {' '}
              ·{' '}
              <Trans>
                last active <Moment value={session.lastActiveAt} show="relative" />
              </Trans>
            </>
          )}
        </Text>
      </div>
      {!session.current && (
        <Button
          size="compact-sm"
          variant="default"
          loading={end.isPending}
          aria-label={t`End the session of ${name}`}
          onClick={() => end.mutate({ params: { sessionId: session.id } })}
        >
          <Trans>End</Trans>
        </Button>
      )}
    </li>
  );
}

function EndOthers({ others }: { readonly others: number }) {
  const [asking, setAsking] = useState(false);
  const end = useCommand(contract.endOtherSessions, {
    success: sessionMessages.allEnded,
    onSuccess: () => setAsking(false),
    onError: () => true,
  });
  return (
    <Group justify="flex-end">
      <Button variant="default" disabled={others === 0} onClick={() => setAsking(true)}>
        <Trans>Sign out everywhere</Trans>
      </Button>
      <ConfirmDialog
        opened={asking}
        title={<Trans>Sign out everywhere else?</Trans>}
        effects={
          <Plural
            value={others}
            one="# other session ends. You stay signed in here."
            other="# other sessions end. You stay signed in here."
          />
        }
        confirmLabel={<Trans>Sign out everywhere</Trans>}
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate({})}
        onClose={() => {
          setAsking(false);
          end.reset();
        }}
      />
    </Group>
  );
}

function useDeviceName({ browser, system }: Device): string {
  const { t } = useLingui();
  if (browser !== null && system !== null) return t`${browser} on ${system}`;
  return browser ?? system ?? t`Another program`;
}
