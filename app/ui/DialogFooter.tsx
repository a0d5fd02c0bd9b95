import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '#app/ui/DialogFooter.module.css';

/** The buttons at the end of a dialog: always in view, even in a long dialog, on a laptop and on a phone (SHELL-11). */
export function DialogFooter({
  children,
  extra,
  className,
}: {
  readonly children: ReactNode;
  /** Left of the buttons: progress, a hint, the way out. */
  readonly extra?: ReactNode;
  /** The class of the buttons themselves. */
  readonly className?: string | undefined;
}) {
  return (
    <Group
      justify={extra ? 'space-between' : 'flex-end'}
      gap="xs"
      className={classes.footer}
      data-dialog-footer
    >
      {extra && <div>{extra}</div>}
      <Group gap="xs" justify="flex-end" ml="auto" className={className}>
        {children}
      </Group>
    </Group>
  );
}
