import { Button, Text } from '@mantine/core';
import { IconBellOff, IconCircleCheck } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

/** What the browser says of notifications, and how it is asked. */
export interface BrowserNotifications {
  readonly permission: NotificationPermission | 'unsupported';
  /** Asks the person through the browser; a browser that has an answer keeps it. */
  readonly ask: () => void;
}

/** The browser's own permission (NOT-03): the setting alone shows nothing without it. */
export function useBrowserNotifications(): BrowserNotifications {
  const supported = 'Notification' in window;
  const [permission, setPermission] = useState<BrowserNotifications['permission']>(
    supported ? Notification.permission : 'unsupported',
  );
  const ask = () => {
    if (!supported) return;
    // Some browsers refuse to ask at all: then what they say now is the answer.
    Notification.requestPermission().then(setPermission, () => setPermission(Notification.permission));
  };
  return { permission, ask };
}

/** Tells truthfully whether this browser will show anything. */
export function BrowserNotice({ browser }: { readonly browser: BrowserNotifications }) {
  if (browser.permission === 'granted') {
    return (
      <Text size="sm" mt={4} c="var(--tt-green-text)" role="status">
        <IconCircleCheck size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 6 }} />
        <Trans>This browser allows notifications.</Trans>
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
    <Text size="sm" mt={4} c="var(--tt-amber-text)" role="status">
      <IconBellOff size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 6 }} />
      {browser.permission === 'denied' ? (
        <Trans>
          This browser blocks notifications of this site. Allow them in its own settings; until then it shows
          none.
        </Trans>
      ) : (
        <Trans>This browser cannot show notifications.</Trans>
      )}
    </Text>
  );
}
