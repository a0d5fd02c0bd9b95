import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ApiError } from '#app/lib/api-error.ts';
import { explain } from '#app/lib/reasons.ts';
import classes from '#app/ui/States.module.css';

/** A loading error: the server's message, where it happened, and Retry (SHELL-07). */
export function ErrorState({
  error,
  title,
  onRetry,
  busy = false,
}: {
  readonly error: unknown;
  readonly title?: ReactNode;
  readonly onRetry?: () => void;
  readonly busy?: boolean;
}) {
  const { t } = useLingui();
  const requestId = error instanceof ApiError && error.status >= 500 ? error.problem?.requestId : undefined;
  const detail = error instanceof ApiError ? explain(error) : t`Something went wrong on this page.`;
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-tone="red">
        <IconAlertTriangle size={26} stroke={1.6} aria-hidden />
      </span>
      <Text fw={600}>{title ?? <Trans>This could not be loaded</Trans>}</Text>
      <Text c="dimmed" size="sm" className={classes.hint}>
        {detail}
      </Text>
      {requestId && (
        <Text c="dimmed" size="xs" className={classes.hint}>
          <Trans>Request {requestId}</Trans>
        </Text>
      )}
      {onRetry && (
        <div className={classes.action}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={onRetry}
            loading={busy}
          >
            <Trans>Retry</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
