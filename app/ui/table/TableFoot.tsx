import { Pagination, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '#app/lib/format.ts';
import { windowOf } from '#app/ui/table/columns.ts';
import classes from '#app/ui/table/DataTable.module.css';
import type { TableList } from '#app/ui/table/use-list.ts';

/** The range of shown rows, the total, and the way to the other pages. */
export function TableFoot({
  total,
  page,
  limit,
  upTo = Infinity,
  onPage,
}: {
  readonly total: number;
  readonly page: string;
  readonly limit: number;
  /** The highest exact total: above it, it is only known that there are more rows. */
  readonly upTo?: number | undefined;
  readonly onPage: (page: string) => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { offset } = windowOf(page, limit);
  const from = format.number(Math.min(total, offset + 1));
  const to = format.number(Math.min(total, offset + limit));
  const all = format.number(Math.min(total, upTo));
  const controlLabels = {
    first: t`First page`,
    last: t`Last page`,
    next: t`Next page`,
    previous: t`Previous page`,
  };
  return (
    <div className={classes.foot}>
      <Text size="sm" c="dimmed" className="tt-figures" aria-live="polite">
        {total > upTo ? (
          <Trans>
            {from}–{to} of more than {all}
          </Trans>
        ) : total > limit ? (
          <Trans>
            {from}–{to} of {all}
          </Trans>
        ) : (
          <Plural value={total} one="# row" other="# rows" />
        )}
      </Text>
      {total > limit && (
        <Pagination
          size="sm"
          total={Math.ceil(Math.min(total, upTo) / limit)}
          value={Math.floor(offset / limit) + 1}
          onChange={(next) => onPage(String(next))}
          getControlProps={(control) => ({ 'aria-label': controlLabels[control] })}
          getItemProps={(number) => ({ 'aria-label': t`Page ${number}` })}
        />
      )}
    </div>
  );
}

/** The way to the other pages of a list that is not a table; hidden if one page has all rows. */
export function ListFoot({
  list: { total, limit, state, onState },
  stays = false,
}: {
  readonly list: Pick<TableList<unknown>, 'total' | 'limit' | 'state' | 'onState'>;
  /** The list is not at the top of the screen: a change of the page does not scroll. */
  readonly stays?: boolean;
}) {
  if (total <= limit) return null;
  return (
    <TableFoot
      total={total}
      page={state.page}
      limit={limit}
      onPage={(page) => {
        onState({ page });
        if (!stays) window.scrollTo({ top: 0 });
      }}
    />
  );
}
