import { Button, Group, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ErrorState } from '#app/ui/ErrorState.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { inGroups, type Column } from '#app/ui/table/columns.ts';
import classes from '#app/ui/table/DataTable.module.css';
import type { TableCards as TableCardsType } from '#app/ui/table/TableCards.tsx';
import { TableFoot } from '#app/ui/table/TableFoot.tsx';
import { TableHead } from '#app/ui/table/TableHead.tsx';
import { TableRow } from '#app/ui/table/TableRow.tsx';
import { TableTools } from '#app/ui/table/TableTools.tsx';
import { useMore } from '#app/ui/table/use-more.ts';
import { useTableView } from '#app/ui/table/use-table-view.ts';
import type { DataTableProps } from '#app/ui/table/table-props.ts';

const VirtualBody = lazy(async () => ({
  default: (await import('#app/ui/table/VirtualBody.tsx')).VirtualBody,
}));

// Few tables have cards, and then only on a phone. The cast keeps the type of the row, which a lazy component would lose.
const TableCards = lazy(async () => ({
  default: (await import('#app/ui/table/TableCards.tsx')).TableCards,
})) as unknown as typeof TableCardsType;

/** Above this number of rows only those in view are rendered. */
const virtualFrom = 150;
const isVirtual = (rows: readonly unknown[], maxHeight: number | string | undefined): boolean =>
  rows.length > virtualFrom && maxHeight !== undefined;

/**
 * A table of rows with paging and sorting on the server (UI.md 'Table'). It has a sticky head, skeleton rows, selection with a
 * bulk bar, keyboard navigation, column choice and density. If there are many rows, it renders only the visible ones.
 */
export function DataTable<Row>({ list, ...own }: DataTableProps<Row>) {
  const props = { ...own, ...list };
  const { columns, rows, state, onState, selected, onSelected, limit = 100 } = props;
  const inCells = useMemo(() => columns.filter(({ inHeading }) => inHeading !== true), [columns]);
  const { view, setView, shown } = useTableView(props.id, inCells);
  // State and not a ref: the rows must get it after they were first rendered.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useMore(scroller);
  const narrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const asCards = list?.asCards ?? (props.cards === true && narrow);
  const keys = rows?.map(props.rowKey) ?? [];
  const chosen = keys.filter((key) => selected?.has(key));
  const toggleAll = (): void => {
    const next = new Set(selected);
    for (const key of keys) {
      if (chosen.length === keys.length) next.delete(key);
      else next.add(key);
    }
    onSelected?.(next);
  };
  const toggle = (key: string | number): void => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onSelected?.(next);
  };
  const onSort = onState && ((sort: string) => onState({ sort, page: '1' }));
  const selection = onSelected && {
    all: keys.length > 0 && chosen.length === keys.length,
    some: chosen.length > 0,
    onToggle: toggleAll,
  };
  if (props.error && !rows) return <ErrorState error={props.error} onRetry={props.onRetry} />;
  const empty = rows?.length === 0;
  const { noMatch } = props;
  const waiting = <LineSkeletons label={props.loadingLabel} height={140} count={4} />;
  return (
    <div className={classes.frame}>
      {(props.tools || (props.id && !asCards)) && (
        <Group justify="space-between" align="flex-end" gap="xs" className={classes.tools}>
          <div className={classes.toolsLeft}>{props.tools}</div>
          {props.id && !asCards && <TableTools columns={inCells} view={view} onChange={setView} />}
        </Group>
      )}
      {props.bulkBar && (selected?.size ?? 0) > 0 && <div className={classes.bulk}>{props.bulkBar}</div>}
      {empty ? (
        list?.filtered && noMatch ? (
          <EmptyState
            {...noMatch}
            action={
              <Button variant="default" onClick={list.onClear}>
                {noMatch.clear ?? <Trans>Clear Filters</Trans>}
              </Button>
            }
          />
        ) : (
          props.empty
        )
      ) : asCards ? (
        <Suspense fallback={waiting}>
          <TableCards
            {...props}
            columns={shown}
            sortBy={columns}
            waiting={waiting}
            sort={state?.sort ?? ''}
            onSort={onSort}
            selection={selection}
            onToggle={onSelected && toggle}
          />
        </Suspense>
      ) : (
        <section
          ref={setScroller}
          className={classes.scroll}
          style={{ maxHeight: props.maxHeight }}
          aria-label={props.label}
          // Keyboard users must be able to scroll overflowing content.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <Table
            stickyHeader
            highlightOnHover={props.onOpen !== undefined}
            verticalSpacing={view.density === 'compact' ? 5 : 10}
            horizontalSpacing="md"
            miw={props.minWidth ?? 640}
            className={classes.table}
            // Only some of many rows are in the page; this gives screen readers the total.
            aria-rowcount={rows && isVirtual(rows, props.maxHeight) ? rows.length + 1 : undefined}
          >
            <caption>
              <VisuallyHidden>{props.label}</VisuallyHidden>
            </caption>
            <TableHead columns={shown} sort={state?.sort ?? ''} onSort={onSort} selection={selection} />
            {rows ? (
              <Rows
                {...props}
                rows={rows}
                shown={shown}
                scroller={scroller}
                onToggle={onSelected && toggle}
              />
            ) : (
              <SkeletonRows columns={shown.length + (onSelected ? 1 : 0)} label={props.loadingLabel} />
            )}
          </Table>
        </section>
      )}
      {rows && !empty && onState && (
        <TableFoot
          total={props.total ?? rows.length}
          upTo={props.upTo}
          page={state?.page ?? '1'}
          limit={limit}
          onPage={(page) => {
            onState({ page });
            if (asCards) window.scrollTo({ top: 0 });
            else scroller?.scrollTo({ top: 0 });
          }}
        />
      )}
    </div>
  );
}

function Rows<Row>({
  rows,
  shown,
  scroller,
  rowKey,
  rowName,
  onOpen,
  selected,
  onToggle,
  maxHeight,
  groupOf,
}: DataTableProps<Row> & {
  readonly onToggle: ((key: string | number) => void) | undefined;
  readonly rows: readonly Row[];
  readonly shown: readonly Column<Row>[];
  readonly scroller: HTMLElement | null;
}) {
  const virtual = isVirtual(rows, maxHeight);
  const rowOf = (row: Row, index?: number, measure?: (node: HTMLTableRowElement | null) => void) => {
    const key = rowKey(row);
    return (
      <TableRow
        key={key}
        row={row}
        columns={shown}
        name={rowName(row)}
        onOpen={onOpen}
        selected={onToggle && selected?.has(key)}
        onSelect={onToggle && (() => onToggle(key))}
        index={index}
        measure={measure}
      />
    );
  };
  const plain = (part: readonly Row[]) =>
    inGroups(part, groupOf).map(({ group, rows: members }) => (
      <Table.Tbody key={group?.key ?? 'rows'}>
        {group && (
          <Table.Tr className={classes.group}>
            <Table.Th colSpan={shown.length + (onToggle ? 1 : 0)} scope="rowgroup">
              {group.title}
            </Table.Th>
          </Table.Tr>
        )}
        {members.map((row) => rowOf(row))}
      </Table.Tbody>
    ));
  if (!virtual) return plain(rows);
  return (
    <Suspense fallback={plain(rows.slice(0, 30))}>
      <VirtualBody
        count={rows.length}
        scroller={scroller}
        renderRow={(index, measure) => {
          const row = rows[index];
          return row === undefined ? null : rowOf(row, index, measure);
        }}
      />
    </Suspense>
  );
}

function SkeletonRows({ columns, label }: { readonly columns: number; readonly label: ReactNode }) {
  return (
    <Table.Tbody>
      {Array.from({ length: 8 }, (_, row) => (
        <Table.Tr key={row}>
          {Array.from({ length: columns }, (__, cell) => (
            <Table.Td key={cell}>
              {row === 0 && cell === 0 && <VisuallyHidden component="output">{label}</VisuallyHidden>}
              <Skeleton height={14} width={`${45 + ((row * 7 + cell * 13) % 45)}%`} my={5} />
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}
