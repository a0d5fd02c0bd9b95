import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * A list that may be longer than its place in a dialog: it can also be scrolled by keyboard, and it has a name for screen
 * readers (WCAG 2.1.1).
 */
export function ScrollingList({
  label,
  height,
  children,
}: {
  readonly label: string;
  /** The maximum visible height, in px. */
  readonly height: number;
  readonly children: ReactNode;
}) {
  return (
    <ScrollArea.Autosize
      mah={height}
      type="auto"
      offsetScrollbars="present"
      viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
    >
      {children}
    </ScrollArea.Autosize>
  );
}
