import { Button, Checkbox, Group, Paper, Select, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { inGroups, type Column } from '#app/ui/table/columns.ts';
import type { DataTableProps } from '#app/ui/table/table-props.ts';
import classes from '#app/ui/table/TableCards.module.css';

/** The functions of the table head, offered above its cards. */
interface HeadProps<Row> {
  /** Every column, including those without cells here: rows can be sorted by any of them. */
  readonly sortBy: readonly Column<Row>[];
  readonly sort: string;
  readonly onSort: ((sort: string) => void) | undefined;
  readonly selection:
    { readonly all: boolean; readonly some: boolean; readonly onToggle: () => void } | undefined;
}

/** The table properties that {@link TableCards} use; `rows` are undefined while they load. */
type CardsProps<Row> = Pick<
  DataTableProps<Row>,
  'label' | 'rowKey' | 'rowName' | 'onOpen' | 'selected' | 'groupOf' | 'rows' | 'card'
> &
  HeadProps<Row> & {
    /** The columns that have cells. */
    readonly columns: readonly Column<Row>[];
    readonly waiting: ReactNode;
    /** Selects or deselects a row; without it rows cannot be selected. */
    readonly onToggle: ((key: string | number) => void) | undefined;
  };

/** The rows of a {@link DataTable} as cards, if its columns do not fit: the same cells, each under its title. */
export function TableCards<Row>({ rows, waiting, ...props }: CardsProps<Row>) {
  return (
    <>
      <CardsHead {...props} />
      {rows ? <Cards {...props} rows={rows} /> : waiting}
    </>
  );
}

function Cards<Row>({
  label,
  rows,
  columns,
  rowKey,
  rowName,
  onOpen,
  selected,
  onToggle,
  groupOf,
  card,
}: Omit<CardsProps<Row>, 'rows' | keyof HeadProps<Row> | 'waiting'> & {
  readonly rows: readonly Row[];
}) {
  const { t } = useLingui();
  const header = columns.find((column) => column.rowHeader) ?? columns[0];
  const rest = columns.filter((column) => column !== header);
  return (
    <div className={classes.groups}>
      {inGroups(rows, groupOf).map(({ group, rows: members }) => (
        <div key={group?.key ?? 'rows'} className={classes.group}>
          {group && (
            <Title order={2} size="h6">
              {group.title}
            </Title>
          )}
          <ul className={classes.cards} aria-label={label}>
            {members.map((row) => {
              const key = rowKey(row);
              const name = rowName(row);
              const box = onToggle && (
                <Checkbox
                  aria-label={t`Select ${name}`}
                  checked={selected?.has(key) === true}
                  onChange={() => onToggle(key)}
                />
              );
              if (card) return <Fragment key={key}>{card(row, box)}</Fragment>;
              return (
                <Paper
                  key={key}
                  component="li"
                  withBorder
                  className={classes.card}
                  data-selected={selected?.has(key) || undefined}
                >
                  <div className={classes.head}>
                    {box}
                    <div className={classes.words}>{header?.render(row)}</div>
                  </div>
                  <dl className={classes.facts}>
                    {rest.map((column) => (
                      <Fact key={column.key} title={column.silentTitle ? null : column.title}>
                        {column.render(row)}
                      </Fact>
                    ))}
                  </dl>
                  {onOpen && (
                    <Button
                      variant="default"
                      size="compact-md"
                      className={classes.open}
                      aria-label={t`Open ${name}`}
                      onClick={() => onOpen(row)}
                    >
                      <Trans>Open</Trans>
                    </Button>
                  )}
                </Paper>
              );
            })}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Fact({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The functions of the table head, above its cards: select all rows, and sort them. */
function CardsHead<Row>({ sortBy, sort, onSort, selection }: HeadProps<Row>) {
  const { t } = useLingui();
  const sortable = onSort
    ? sortBy.flatMap(({ key, title, sortable: sorts }) =>
        sorts && typeof title === 'string' ? { key, title } : [],
      )
    : [];
  if (sortable.length === 0 && !selection) return null;
  return (
    <Group justify="space-between" align="flex-end" gap="xs" className={classes.tools}>
      {selection && (
        <Checkbox
          label={t`Select all rows`}
          checked={selection.all}
          indeterminate={selection.some && !selection.all}
          onChange={selection.onToggle}
        />
      )}
      {sortable.length > 0 && (
        <Select
          label={t`Sort by`}
          allowDeselect={false}
          className={classes.sort}
          placeholder="–"
          value={sort}
          data={sortable.flatMap(({ key, title }) => [
            { value: key, label: t`${title}, ascending` },
            { value: `-${key}`, label: t`${title}, descending` },
          ])}
          onChange={(next) => next !== null && onSort?.(next)}
        />
      )}
    </Group>
  );
}
