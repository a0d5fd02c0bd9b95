import { Checkbox, Table } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import type { Column } from '#app/ui/table/columns.ts';
import classes from '#app/ui/table/DataTable.module.css';

function Row<Item>({
  row,
  columns,
  name,
  onOpen,
  selected,
  onSelect,
  index,
  measure,
}: {
  readonly row: Item;
  readonly columns: readonly Column<Item>[];
  /** The subject of the row, for the name of its checkbox. */
  readonly name: string;
  readonly onOpen?: ((row: Item) => void) | undefined;
  readonly selected?: boolean | undefined;
  readonly onSelect?: (() => void) | undefined;
  readonly index?: number | undefined;
  readonly measure?: ((node: HTMLTableRowElement | null) => void) | undefined;
}) {
  const { t } = useLingui();
  const header =
    columns.findIndex((column) => column.rowHeader) < 0 ? 0 : columns.findIndex((column) => column.rowHeader);
  return (
    <Table.Tr
      ref={measure}
      data-index={index}
      // The head is the first one.
      aria-rowindex={index === undefined ? undefined : index + 2}
      data-selected={selected || undefined}
      className={onOpen ? classes.openable : undefined}
      tabIndex={onOpen ? 0 : undefined}
      onClick={onOpen && ((event) => fromControl(event) || onOpen(row))}
      onKeyDown={
        onOpen &&
        ((event) => {
          if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row);
        })
      }
    >
      {onSelect && (
        <Table.Td className={classes.select}>
          <Checkbox
            size="xs"
            aria-label={t`Select ${name}`}
            checked={selected === true}
            onChange={onSelect}
          />
        </Table.Td>
      )}
      {columns.map((column, at) => {
        const content: ReactNode = column.render(row);
        const className = column.figures ? 'tt-figures' : undefined;
        return at === header ? (
          <Table.Th
            key={column.key}
            scope="row"
            ta={column.align}
            className={`${classes.rowHeader} ${className ?? ''}`}
          >
            {content}
          </Table.Th>
        ) : (
          <Table.Td
            key={column.key}
            ta={column.align}
            className={className}
            data-pinned={column.pinned || undefined}
          >
            {content}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

/**
 * One row: its cells, its checkbox, and its action on a click or Enter. Rendered again only when its record, the columns or its
 * selection have changed. The cast keeps the type of the row, which `memo` would lose.
 */
export const TableRow = memo(Row) as typeof Row;

/** A click on a button, link or checkbox inside the row belongs to that control, and so does selecting text. */
function fromControl(event: React.MouseEvent): boolean {
  if (window.getSelection()?.toString()) return true;
  return (
    event.target instanceof Element && event.target.closest('a, button, input, label, [role="menu"]') !== null
  );
}
