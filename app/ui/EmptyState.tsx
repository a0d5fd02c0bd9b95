import { Text } from '@mantine/core';
import { IconRoute, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '#app/ui/States.module.css';

/** An empty place: what would be here, why it is empty, and the one thing to do (UI.md). */
export function EmptyState({
  title,
  hint,
  action,
  icon: TheIcon = IconRoute,
  heading = 'p',
}: {
  readonly title: ReactNode;
  /** `h1` if it is the only content of the page. */
  readonly heading?: 'p' | 'h1';
  readonly hint?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: Icon;
}) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <TheIcon size={26} stroke={1.6} aria-hidden />
      </span>
      <Text component={heading} fw={600} m={0}>
        {title}
      </Text>
      {hint && (
        <Text c="dimmed" size="sm" className={classes.hint}>
          {hint}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
