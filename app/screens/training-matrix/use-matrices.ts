import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import { matrixOverviewContract } from '#shared/contract/matrix-overview.ts';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { cardsOnPage, viewDefaults, type PatchView } from '#app/screens/training-matrix/matrices.ts';

/** SPEC §2.8, §9: the time after which the opened page fetches its data again, in milliseconds. */
const refetchAfter = 500;

const pageOf = (page: string): number => Math.min(10_000, Math.max(1, Number.parseInt(page, 10) || 1));
const idOf = (text: string): string | undefined => (/^[1-9]\d{0,8}$/.test(text) ? text : undefined);

/** All data of the page /training-matrix: the view in the address, a page of cards, the four figures. */
export function useMatrices() {
  const [view, patch] = useUrlState(viewDefaults);
  const departmentId = idOf(view.department);
  const matrixId = idOf(view.show);
  const matrices = useQuery({
    ...pageFor(curriculaContract.matrices, {
      query: {
        sort: 'name',
        limit: cardsOnPage,
        offset: (pageOf(view.page) - 1) * cardsOnPage,
        ...(view.q === '' ? {} : { q: view.q.slice(0, 200) }),
        ...(departmentId === undefined ? {} : { departmentId }),
        ...(matrixId === undefined ? {} : { matrixId }),
      },
    }),
    refetchOnMount: 'always',
  });
  const summary = useQuery({ ...queryFor(matrixOverviewContract.figures), refetchOnMount: 'always' });
  const invalidate = useInvalidate();
  useEffect(() => {
    const timer = setTimeout(() => void invalidate(matrixChangesContract.change), refetchAfter);
    return () => clearTimeout(timer);
  }, [invalidate]);
  /** Changes filters and shows the first page. */
  const filter: PatchView = useCallback((changes) => patch({ page: '1', show: '', ...changes }), [patch]);
  const close = useCallback(
    () => patch({ dialog: '', matrix: '', group: viewDefaults.group, assign: '' }),
    [patch],
  );
  return { view, patch: patch satisfies PatchView, filter, close, matrices, summary };
}

/** The result of {@link useMatrices}. */
export type Matrices = ReturnType<typeof useMatrices>;
