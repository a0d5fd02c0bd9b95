import { List } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** The figures of an import in words, each as an {@link EffectItem}. */
export function EffectList({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  return (
    <List spacing={4} aria-label={t`Effect`} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </List>
  );
}

/** A figure of an import; nothing if it is zero. */
export function EffectItem({ of, children }: { readonly of: number; readonly children: ReactNode }) {
  return of > 0 && <List.Item>{children}</List.Item>;
}
