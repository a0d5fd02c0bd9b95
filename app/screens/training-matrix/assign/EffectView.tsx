import { Stack, Text } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import type { z } from 'zod';
import type { assignmentEffect } from '#shared/contract/curricula-schemas.ts';
import { EffectChanged } from '#app/ui/EffectChanged.tsx';

/** The effect of assigning, in words and numbers, before it is done (UI.md; MTX-06). */
export function EffectView({
  effect,
  changed = false,
}: {
  readonly effect: z.output<typeof assignmentEffect>;
  /** True if another effect was shown before. */
  readonly changed?: boolean;
}) {
  const { assignments, people } = effect.assigned;
  return (
    <Stack gap="xs">
      {changed && <EffectChanged />}
      <Text fw={600}>
        <Trans>
          <Plural value={assignments} one="# assignment" other="# assignments" /> for{' '}
          <Plural value={people} one="# person" other="# people" />
        </Trans>
      </Text>
      {effect.newMembers > 0 && (
        <Text size="sm">
          <Plural
            value={effect.newMembers}
            one="# person becomes a member of this matrix."
            other="# people become members of this matrix."
          />
        </Text>
      )}
      {effect.skippedCount > 0 && (
        <Text size="sm">
          <Plural
            value={effect.skippedCount}
            one="# person gets no assignment: it is assigned or completed already, or the account is inactive."
            other="# people get no assignment: it is assigned or completed already, or the account is inactive."
          />
        </Text>
      )}
    </Stack>
  );
}
