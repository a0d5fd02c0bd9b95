import { List } from '@mantine/core';
import type { ReactNode } from 'react';

/** What a change does, line by line, in the dialog that requests it. */
export function EffectList({ children }: { readonly children: ReactNode }) {
  return (
    <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </List>
  );
}

/** One effect; with a `count`, only where there is something to count. */
export function EffectLine({
  count = 1,
  children,
}: {
  readonly count?: number;
  readonly children: ReactNode;
}) {
  return count > 0 ? <List.Item>{children}</List.Item> : null;
}
