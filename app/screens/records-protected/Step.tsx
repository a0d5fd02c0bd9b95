import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** One step of instructions, an item of an ordered list. */
export function Step({ align, children }: { readonly align?: 'start'; readonly children: ReactNode }) {
  return (
    <li>
      <Stack gap="xs" {...(align && { align })}>
        {children}
      </Stack>
    </li>
  );
}
