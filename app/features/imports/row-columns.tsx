import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { RowProblems } from '#app/features/imports/RowProblems.tsx';
import type { Column } from '#app/ui/table/columns.ts';

/** The part of a row that every import shows in the same columns. */
interface ShownRow {
  /** Null for people who are missing in the file. */
  readonly line: number | null;
  readonly name: string;
  readonly email: string;
  readonly problems: ComponentProps<typeof RowProblems>['problems'];
}

/** Returns the columns that the rows of every import have: its line, the person, and the errors (USR-06, USR-09, USR-10). */
export function useRowColumns(): {
  readonly line: Column<ShownRow>;
  readonly person: readonly Column<ShownRow>[];
  readonly problems: Column<ShownRow>;
} {
  const { t } = useLingui();
  const words = (text: string) => <span style={{ overflowWrap: 'anywhere' }}>{text}</span>;
  return {
    line: { key: 'line', title: t`Line`, render: ({ line }) => String(line ?? '') },
    person: [
      {
        key: 'name',
        title: t`Name`,
        // On a phone it is the heading of the row.
        rowHeader: true,
        render: ({ name, email }) => words(name || email),
      },
      // A very long name leaves room for the address.
      { key: 'email', title: t`Email`, width: 240, render: ({ email }) => words(email) },
    ],
    problems: {
      key: 'problems',
      title: t`Errors`,
      render: ({ problems }) => <RowProblems problems={problems} />,
    },
  };
}
