import { Button, Text } from '@mantine/core';
import { IconBellOff, IconCircleCheck } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { canSubscribe, subscribeBrowser } from '#app/features/push/browser-push.ts';

/** The browser's permission for notifications, whether they reach it, and how to ask for it. */
export interface BrowserNotifications {
  readonly permission: NotificationPermission | 'unsupported';
  /** Whether notifications reach this browser. */
  readonly connection: 'waiting' | 'connected' | 'failed';
  /** Asks the person through the browser; a browser that already has an answer does not ask again. */
  readonly ask: () => void;
  /** Tries to connect again. */
  readonly retry: () => void;
}

/** The browser's permission, and its connection to a push service (NOT-03): without them the setting alone has no effect. */
export function useBrowserNotifications(): BrowserNotifications {
  const supported = 'Notification' in window && canSubscribe();
  const [permission, setPermission] = useState<BrowserNotifications['permission']>(
    supported ? Notification.permission : 'unsupported',
  );
  const [connection, setConnection] = useState<BrowserNotifications['connection']>('waiting');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (permission !== 'granted') return undefined;
    let left = false;
    const tell = (state: BrowserNotifications['connection']) => {
      if (!left) setConnection(state);
    };
    subscribeBrowser().then(
      () => tell('connected'),
      () => tell('failed'),
    );
    return () => {
      left = true;
    };
  }, [permission, tries]);
  const ask = () => {
    if (!supported) return;
    // Some browsers refuse to ask the person: then their current permission is the answer.
    Notification.requestPermission().then(setPermission, () => setPermission(Notification.permission));
  };
  const retry = () => {
    setConnection('waiting');
    setTries((before) => before + 1);
  };
  return { permission, connection, ask, retry };
}

/** Shows whether this browser will actually display notifications. */
export function BrowserNotice({ browser }: { readonly browser: BrowserNotifications }) {
  if (browser.permission === 'granted' && browser.connection === 'failed') {
    return (
      <>
        <Failure>
          <Trans>This browser allows notifications, but its message service cannot be reached.</Trans>
        </Failure>
        <Button size="compact-sm" variant="light" mt={8} onClick={browser.retry}>
          <Trans>Retry</Trans>
        </Button>
      </>
    );
  }
  if (browser.permission === 'granted') {
    return (
      <Text size="sm" mt={4} c="var(--tt-green-text)" role="status">
        <IconCircleCheck size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 6 }} />
        {browser.connection === 'connected' ? (
          <Trans>This browser shows your notifications even when TrainTrail is closed.</Trans>
        ) : (
          <Trans>This browser allows notifications.</Trans>
        )}
      </Text>
    );
  }
  if (browser.permission === 'default') {
    return (
      <Button size="compact-sm" variant="light" mt={8} onClick={browser.ask}>
        <Trans>Allow in this browser</Trans>
      </Button>
    );
  }
  return (
    <Failure>
      {browser.permission === 'denied' ? (
        <Trans>
          This browser blocks notifications from this site. Allow them in the browser’s settings to receive
          any.
        </Trans>
      ) : (
        <Trans>This browser cannot show notifications.</Trans>
      )}
    </Failure>
  );
}

function Failure({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" mt={4} c="var(--tt-amber-text)" role="status">
      <IconBellOff size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 6 }} />
      {children}
    </Text>
  );
}
