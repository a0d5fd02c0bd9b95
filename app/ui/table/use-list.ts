import { useMediaQuery } from '@mantine/hooks';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { Page } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { sortOf, windowOf, type TableState } from '#app/ui/table/columns.ts';

/** What a list is, declared once by its screen. */
interface ListRules<Filters extends Readonly<Record<string, string>>, Asked extends object, Row> {
  /** The filters in the address with their values for everything. */
  readonly filters: Filters;
  /** The query for the server from the filters of an address, without values that are not valid filters. */
  readonly ask: (filters: { readonly [Key in keyof Filters]: string }) => Asked;
  /** The columns that it is sorted by; anything else in an address is the sort that it has without one. */
  readonly sorts?: readonly string[];
  readonly sort?: string;
  /** The name of the page in the address; `page` unless set, where an address has two lists. */
  readonly pageKey?: string;
  /** How many rows are on a page. */
  readonly limit: number;
  /** The call of a page: `(query) => pageFor(contract.list, { query })`. */
  readonly page: (
    query: Asked & { readonly sort: string; readonly limit: number; readonly offset: number },
  ) => UseQueryOptions<Page<Row>, Error, Page<Row>, unknown[]>;
  /** Rows are cards in a narrower window than this, fewer on a page. */
  readonly cards?: { readonly below: string; readonly limit: number };
}

/** What a table shows of a list, and what it changes (`DataTable list={…}`). */
export interface TableList<Row> {
  /** The rows of the page; undefined while they load. */
  readonly rows: readonly Row[] | undefined;
  /** How many rows there are in all (`X-Total-Count`). */
  readonly total: number;
  readonly limit: number;
  readonly state: TableState;
  readonly onState: (state: Partial<TableState>) => void;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** True where filters leave rows out. */
  readonly filtered: boolean;
  /** Takes every filter away. */
  readonly onClear: () => void;
  /** True where rows are cards; undefined where the table decides. */
  readonly asCards: boolean | undefined;
}

/**
 * A list that the server pages, with its filters, sort and page in the address (UI.md 'Frame'): what a screen shows of it, and how it is
 * narrowed. A change of a filter shows the first page.
 */
export function useList<const Filters extends Readonly<Record<string, string>>, Asked extends object, Row>(
  rules: ListRules<Filters, Asked, Row>,
) {
  const { filters, ask, sorts = [], sort: usual = '', pageKey = 'page', cards } = rules;
  const narrow = useMediaQuery(`(max-width: ${cards?.below ?? '0'})`, undefined, {
    getInitialValueInEffect: false,
  });
  const asCards = cards && narrow;
  const limit = asCards ? cards.limit : rules.limit;
  const [view, patch] = useUrlState<Readonly<Record<string, string>>>({
    ...filters,
    sort: usual,
    [pageKey]: '1',
  });
  const chosen = view as { readonly [Key in keyof Filters]: string };
  const sort = sortOf(view['sort'], sorts, usual);
  const page = view[pageKey] ?? '1';
  const asked = ask(chosen);
  const query = useQuery(rules.page({ ...asked, sort, ...windowOf(page, limit) }));
  const change = (changes: Partial<Record<keyof Filters, string>>): void =>
    patch({ ...changes, [pageKey]: '1' });
  const clear = (): void => change(filters);
  const table: TableList<Row> = {
    rows: query.data?.rows,
    total: query.data?.total ?? 0,
    limit,
    state: { sort, page },
    onState: ({ page: next, ...others }) =>
      patch(next === undefined ? others : { ...others, [pageKey]: next }),
    error: query.error,
    onRetry: () => void query.refetch(),
    filtered: JSON.stringify(asked) !== JSON.stringify(ask(filters)),
    onClear: clear,
    asCards,
  };
  return {
    /** The filters in the address. */
    view: chosen,
    /** The filters as the server is asked, for figures and exports beside the list. */
    asked,
    change,
    clear,
    query,
    table,
  };
}

/** A search as the calls take it: nothing but blanks is none. */
export function searchOf(text: string): { readonly q?: string } {
  const q = text.trim().slice(0, 200);
  return q === '' ? {} : { q };
}
