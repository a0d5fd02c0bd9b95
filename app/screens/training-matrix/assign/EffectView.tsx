import { List, ScrollArea, Stack, Text } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import type { z } from 'zod';
import type { assignmentEffect } from '#shared/contract/curricula-schemas.ts';
import { nameOf } from '#app/screens/training-matrix/matrices.ts';
import { CalendarDate } from '#app/ui/Moment.tsx';

/** What assigning will do, in words and numbers, before it is done (UI.md; MTX-06). */
export function EffectView({
  effect,
  changed = false,
}: {
  readonly effect: z.output<typeof assignmentEffect>;
  /** True where another effect was shown before. */
  readonly changed?: boolean;
}) {
  const titles = new Map(effect.modules.map((module) => [module.id, module.title]));
  return (
    <Stack gap="xs">
      {changed && (
        <Text size="sm" fw={600} role="alert">
          <Trans>The effect has changed since you saw it. This is the new one.</Trans>
        </Text>
      )}
      <Text fw={600}>
        <Plural value={effect.assignments} one="# assignment" other="# assignments" />{' '}
        <Plural value={effect.people} one="for # person" other="for # people" />
      </Text>
      <ScrollArea.Autosize mah={260} type="auto">
        <List size="sm" spacing={4} listStyleType="none">
          {effect.users.map((person) => (
            <List.Item key={person.id}>
              <Text size="sm" fw={550}>
                {nameOf(person)}
              </Text>
              {person.assignments.map(({ moduleId, dueDate }) => (
                <Text key={moduleId} size="xs">
                  {titles.get(moduleId)}: <Trans>due</Trans> <CalendarDate value={dueDate} />
                </Text>
              ))}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      {effect.people > effect.users.length && (
        <Text size="sm">
          <Plural
            value={effect.people - effect.users.length}
            one="and # more person"
            other="and # more people"
          />
        </Text>
      )}
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
