import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';

/** What may be longer than its place in a dialog: it scrolls by keyboard, too, and says what it is (WCAG 2.1.1). */
export function ScrollingList({
  label,
  height,
  children,
}: {
  readonly label: string;
  /** The most that is seen at once, in px. */
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
