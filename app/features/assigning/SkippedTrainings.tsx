import { List, Stack, Text } from '@mantine/core';
import { Plural, useLingui } from '@lingui/react/macro';
import type { NameFacts } from '#shared/domain/people/names.ts';
import { skippedReasons } from '#app/features/assigning/skipped-reasons.ts';
import { nameOf } from '#app/features/people/people.ts';
import { ScrollingList } from '#app/ui/ScrollingList.tsx';

type Skipped = NameFacts & {
  readonly id: string;
  readonly email: string;
  readonly title: string;
  readonly reason: keyof typeof skippedReasons;
};

/** The people left out of a bulk command, with the training and the reason (MTX-05, LRN-06). */
export function SkippedTrainings({
  skipped,
  count,
}: {
  readonly skipped: readonly Skipped[];
  /** The total number. */
  readonly count: number;
}) {
  const { t, i18n } = useLingui();
  if (count === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        <Plural value={count} one="# training is skipped:" other="# trainings are skipped:" />
      </Text>
      <ScrollingList label={t`Skipped trainings`} height={180}>
        <List size="sm" spacing={4} listStyleType="none" style={{ overflowWrap: 'anywhere' }}>
          {skipped.map((one) => (
            <List.Item key={`${one.id} ${one.title}`}>
              {nameOf(one)}: {one.title}{' '}
              <Text span size="xs">
                ({i18n._(skippedReasons[one.reason])})
              </Text>
            </List.Item>
          ))}
          {count > skipped.length && (
            <List.Item>
              <Plural value={count - skipped.length} one="and # more" other="and # more" />
            </List.Item>
          )}
        </List>
      </ScrollingList>
    </Stack>
  );
}
