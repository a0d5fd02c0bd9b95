import { useQueries, useQueryClient } from '@tanstack/react-query';
import { trainingGridContract } from '#shared/contract/training-grid.ts';
import { gridPage } from '#shared/domain/reports/grid-cells.ts';
import { queryFor } from '#app/lib/client.ts';
import {
  gridQuery,
  type GridRow,
  type GridView,
  type Outline,
} from '#app/screens/training-grid/grid-view.ts';

/** The time for which rows are shown from the cache when they are scrolled back into view, in milliseconds. */
const userFreshness = 60_000;

/** Returns the call of one page of the grid: the people from its start to that of the next page. */
function pageQuery(view: GridView, { modules, starts }: Outline, page: number) {
  const query = {
    ...gridQuery(view),
    modules: modules.map(({ id }) => id).join(','),
    from: starts[page],
    before: starts[page + 1],
    // People added since the outline are on the page too; the last page ends where the grid ends.
    limit: String(page + 1 < starts.length ? 2 * gridPage : gridPage),
  };
  return { ...queryFor(trainingGridContract.people, { query }), staleTime: userFreshness };
}

/** Returns the rows of the pages in view, fetched when they come into view, and the first error. */
export function useGridRows(view: GridView, outline: Outline, first: number, last: number) {
  const pages = Array.from(
    { length: Math.max(0, Math.floor(last / gridPage) - Math.floor(first / gridPage) + 1) },
    (_, index) => Math.floor(first / gridPage) + index,
  ).filter((page) => page < outline.starts.length);
  const answers = useQueries({ queries: pages.map((page) => pageQuery(view, outline, page)) });
  const rows = new Map<number, GridRow>();
  answers.forEach(({ data }, index) => {
    const start = (pages[index] ?? 0) * gridPage;
    data?.rows.slice(0, gridPage).forEach((row, place) => rows.set(start + place, row));
  });
  return { rows, failed: answers.find(({ error }) => error !== null) };
}

/** Fetches a range of rows. Rows in view come from the cache. */
export function useRowsBetween(view: GridView, outline: Outline) {
  const client = useQueryClient();
  return async (top: number, bottom: number): Promise<readonly GridRow[]> => {
    const first = Math.floor(top / gridPage);
    const pages = await Promise.all(
      Array.from({ length: Math.floor(bottom / gridPage) - first + 1 }, (_, index) =>
        client.ensureQueryData(pageQuery(view, outline, first + index)),
      ),
    );
    return pages
      .flatMap(({ rows }) => rows.slice(0, gridPage))
      .slice(top - first * gridPage, bottom - first * gridPage + 1);
  };
}
