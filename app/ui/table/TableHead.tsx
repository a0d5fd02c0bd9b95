import { Checkbox, Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { directionOf, nextSort, type Column } from '#app/ui/table/columns.ts';
import classes from '#app/ui/table/DataTable.module.css';

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort };

/** The sticky head of a table: titles that sort, and the checkbox that selects all shown rows. */
export function TableHead<Row>({
  columns,
  sort,
  onSort,
  selection,
}: {
  readonly columns: readonly Column<Row>[];
  readonly sort: string;
  readonly onSort?: (sort: string) => void;
  readonly selection?: { readonly all: boolean; readonly some: boolean; readonly onToggle: () => void };
}) {
  const { t } = useLingui();
  return (
    <Table.Thead>
      <Table.Tr>
        {selection && (
          <Table.Th className={classes.select}>
            <Checkbox
              size="xs"
              aria-label={t`Select all rows`}
              checked={selection.all}
              indeterminate={selection.some && !selection.all}
              onChange={selection.onToggle}
            />
          </Table.Th>
        )}
        {columns.map((column) => {
          const direction = directionOf(sort, column.key);
          const TheIcon = icons[direction];
          return (
            <Table.Th
              key={column.key}
              w={column.width}
              ta={column.align}
              data-pinned={column.pinned || undefined}
              aria-sort={column.sortable && direction !== 'none' ? direction : undefined}
            >
              {column.sortable && onSort ? (
                <UnstyledButton
                  className={classes.sort}
                  data-active={direction !== 'none' || undefined}
                  onClick={() => onSort(nextSort(sort, column.key))}
                >
                  <span>{column.title}</span>
                  <TheIcon size={14} aria-hidden />
                </UnstyledButton>
              ) : column.silentTitle ? (
                <VisuallyHidden>{column.title}</VisuallyHidden>
              ) : (
                column.title
              )}
            </Table.Th>
          );
        })}
      </Table.Tr>
    </Table.Thead>
  );
}
