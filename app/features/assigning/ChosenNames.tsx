import { List, Text } from '@mantine/core';
import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ScrollingList } from '#app/ui/ScrollingList.tsx';

/** The number of names shown; the others are counted. */
const MAX_NAMED = 100;

/** The names of the people or modules that were chosen before the dialog opened. */
export function ChosenNames({
  label,
  names,
  title,
}: {
  /** Names the list for screen readers. */
  readonly label: string;
  readonly names: readonly string[];
  readonly title: ReactNode;
}) {
  const more = names.length - MAX_NAMED;
  return (
    <div>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <ScrollingList label={label} height={96}>
        <List size="sm" listStyleType="none" style={{ overflowWrap: 'anywhere' }}>
          {names.slice(0, MAX_NAMED).map((name, at) => (
            // Two people may have the same name.
            // oxlint-disable-next-line react/no-array-index-key
            <List.Item key={at}>{name}</List.Item>
          ))}
          {more > 0 && (
            <List.Item>
              <Plural value={more} one="and # more" other="and # more" />
            </List.Item>
          )}
        </List>
      </ScrollingList>
    </div>
  );
}
