import { List, Text } from '@mantine/core';
import type { ImportReason } from '#shared/reasons/imports.ts';
import { reasonText } from '#app/lib/reasons.ts';

/** The problems in a row of a file, cell by cell. */
export function RowProblems({
  problems,
}: {
  readonly problems: readonly {
    readonly column: string | null;
    readonly value: string;
    readonly reason: ImportReason;
    readonly otherLine: number | null;
  }[];
}) {
  return (
    <List size="sm" spacing={2} style={{ overflowWrap: 'anywhere' }}>
      {problems.map(({ column, value, reason, otherLine }, at) => (
        <List.Item key={String(at)}>
          {column !== null && (
            <Text span size="sm" fw={600}>
              {column}
              {': '}
            </Text>
          )}
          {value !== '' && `“${value}” · `}
          {reason === 'import_twice' || reason === 'past_twice' || reason === 'absence_row_twice'
            ? reasonText(reason, { line: otherLine ?? 0 })
            : reasonText(reason)}
        </List.Item>
      ))}
    </List>
  );
}
