import { useMediaQuery } from '@mantine/hooks';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { sortOf, windowOf, type TableState } from '#app/ui/table/columns.ts';

/** The rules of a list, declared once by its screen. */
interface ListRules<Filters extends Readonly<Record<string, string>>, Asked extends object, Row> {
  /** The filters in the address with their default values. */
  readonly filters: Filters;
  /** The query for the server from the filters of an address, without values that are not valid filters. */
  readonly ask: (filters: { readonly [Key in keyof Filters]: string }) => Asked;
  /** The columns by which it can be sorted; any other text in an address counts as the default sort. */
  readonly sorts?: readonly string[];
  readonly sort?: string;
  /** The name of the page in the address; by default `page`. Needed if an address has two lists. */
  readonly pageKey?: string;
  /** Filters, sort and page stay in the component: for a list in a dialog, or one of many alike on a screen. */
  readonly local?: boolean;
  /** The number of rows per page. */
  readonly limit: number;
  /** The call of a page: `(query) => pageFor(contract.list, { query })`. */
  readonly page: (
    query: Asked & { readonly sort: string; readonly limit: number; readonly offset: number },
  ) => UseQueryOptions<Page<Row>, Error, Page<Row>, unknown[]>;
  /** Rows are cards in a narrower window than this, with fewer per page. */
  readonly cards?: { readonly below: string; readonly limit: number };
}

/** The data of a list that a table shows, and its changes (`DataTable list={…}`). */
export interface TableList<Row> {
  /** The rows of the page; undefined while they load. */
  readonly rows: readonly Row[] | undefined;
  /** The total number of rows (`X-Total-Count`). */
  readonly total: number;
  readonly limit: number;
  readonly state: TableState;
  readonly onState: (state: Partial<TableState>) => void;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** True if filters exclude rows. */
  readonly filtered: boolean;
  /** Clears all filters. */
  readonly onClear: () => void;
  /** True if rows are cards; undefined if the table decides. */
  readonly asCards: boolean | undefined;
}

/**
 * A list with paging on the server, with its filters, sort and page in the address (UI.md 'Frame'): returns the rows and the functions
 * that change them. A change of a filter shows the first page.
 */
export function useList<const Filters extends Readonly<Record<string, string>>, Asked extends object, Row>(
  rules: ListRules<Filters, Asked, Row>,
) {
  const { filters, ask, sorts = [], sort: usual = '', pageKey = 'page', cards, local = false } = rules;
  const narrow = useMediaQuery(`(max-width: ${cards?.below ?? '0'})`, undefined, {
    getInitialValueInEffect: false,
  });
  const asCards = cards && narrow;
  const limit = asCards ? cards.limit : rules.limit;
  const start: Readonly<Record<string, string>> = {
    ...filters,
    // The sort of an address is not one of a list that cannot be sorted.
    ...(sorts.length > 0 && { sort: usual }),
    [pageKey]: '1',
  };
  const [addressed, patchAddress] = useUrlState(start);
  const [kept, setKept] = useState(start);
  const view = local ? kept : addressed;
  const patch = (changes: Readonly<Record<string, string>>): void => {
    if (local) setKept((before) => ({ ...before, ...changes }));
    else patchAddress(changes);
  };
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
    /** The filters as sent to the server, for figures and exports of the list. */
    asked,
    change,
    clear,
    query,
    table,
  };
}

/** Returns the interval at which a page is fetched again, in milliseconds, while one of its rows is like this. */
export const whileAny =
  <Row>(isSo: (row: Row) => boolean, interval: number) =>
  ({ state }: { readonly state: { readonly data: Page<Row> | undefined } }): number | false =>
    state.data?.rows.some(isSo) === true ? interval : false;

/** Returns a search as the calls expect it; a text of only blanks counts as none. */
export function searchOf(text: string): { readonly q?: string } {
  const q = text.trim().slice(0, 200);
  return q === '' ? {} : { q };
}
