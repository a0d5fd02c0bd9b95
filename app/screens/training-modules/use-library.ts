import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import { showToast } from '#app/lib/toasts.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import {
  filtersOf,
  pageOf,
  sortOf,
  viewDefaults,
  type ViewChanges,
} from '#app/screens/training-modules/library-view.ts';
import { pageSize } from '#app/screens/training-modules/modules.ts';

/** All data of the page /training-modules: the view in the address, a page of modules, counters, categories. */
export function useLibrary() {
  const [view, patch] = useUrlState(viewDefaults);
  const filters = filtersOf(view);
  const listed = view.view !== 'categories' && view.view !== 'table';
  const offset = (pageOf(view) - 1) * pageSize;
  const modules = useQuery({
    ...pageFor(modulesContract.list, { query: { ...filters, sort: 'group', limit: pageSize, offset } }),
    enabled: listed,
  });
  const table = useQuery({
    ...pageFor(moduleLibraryContract.table, {
      query: { ...filters, sort: sortOf(view), limit: pageSize, offset },
    }),
    enabled: view.view === 'table',
    // Other people's work changes the figures: every visit reloads them.
    staleTime: 0,
  });
  const counts = useQuery({
    ...queryFor(moduleLibraryContract.counts, { query: filters }),
    placeholderData: (previous) => previous,
  });
  const categories = useQuery(queryFor(modulesContract.categories));
  const families = useQuery(queryFor(modulesContract.families));
  const matrices = useQuery(queryFor(curriculaContract.matrices, { query: { sort: 'name', limit: 1000 } }));
  const refresh = async (): Promise<void> => {
    const answers = await Promise.all([
      ...(listed ? [modules.refetch()] : []),
      ...(view.view === 'table' ? [table.refetch()] : []),
      counts.refetch(),
      categories.refetch(),
    ]);
    if (answers.some(({ error }) => error)) showToast(messages.modulesRefreshFailed);
  };
  const change = useCallback((changes: ViewChanges) => patch({ page: '1', ...changes }), [patch]);
  return { view, filters, change, modules, table, counts, categories, families, matrices, refresh };
}

/** The result of {@link useLibrary}. */
export type Library = ReturnType<typeof useLibrary>;
