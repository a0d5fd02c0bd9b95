import { List } from '@mantine/core';
import type { ReactNode } from 'react';

/** The effects of a change, line by line, in the dialog that requests it. */
export function EffectList({ children }: { readonly children: ReactNode }) {
  return (
    <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </List>
  );
}

/** One effect; with a `count`, it is shown only if the count is not 0. */
export function EffectLine({
  count = 1,
  children,
}: {
  readonly count?: number;
  readonly children: ReactNode;
}) {
  return count > 0 ? <List.Item>{children}</List.Item> : null;
}
