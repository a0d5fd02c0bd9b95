import { z } from 'zod';
import { trainingGridContract as contract } from '#shared/contract/training-grid.ts';
import { bind } from '#server/platform/http/bind.ts';
import { keyOfText, textOfKey } from '../place-key.ts';
import { requestedScope } from '../requested-scope.ts';
import type { PersonKey } from './chosen-people.ts';
import { gridRows, startsOfPages } from './grid-people.queries.ts';
import { modulesOfGrid } from './grid-modules.queries.ts';
import { requireMatrix } from './require-matrix.ts';

/** Binds the matrix as a grid (MTX-09). */
export const gridRoutes = [
  bind(contract.outline, async (ctx, { query }) => {
    const { modules: named, status, ...filters } = query;
    const scope = { ...requestedScope(ctx, filters), matrixId: query.matrixId };
    await requireMatrix(ctx, scope);
    const { modules, moreModules } = await modulesOfGrid(ctx.db, { ...scope, modules: named });
    const { starts, ...counts } = await startsOfPages(ctx.db, {
      ...scope,
      status,
      moduleIds: modules.map(({ id }) => id),
    });
    return { modules: [...modules], moreModules, ...counts, starts: starts.map(textOfKey) };
  }),
  bind(contract.people, async (ctx, { query }) => {
    const { modules: moduleIds, from, before, limit, status, ...filters } = query;
    const scope = { ...requestedScope(ctx, filters), matrixId: query.matrixId, moduleIds, status };
    await requireMatrix(ctx, scope);
    const range = { from: placeOf(from, 'from'), before: placeOf(before, 'before'), limit };
    const { rows, next } = await gridRows(ctx.db, scope, range);
    return { rows: [...rows], next: next && textOfKey(next) };
  }),
];

const personKey = z.tuple([z.string(), z.string(), z.string()]);

const placeOf = (text: string | undefined, path: string): PersonKey | undefined =>
  text === undefined ? undefined : keyOfText<PersonKey>(text, personKey, path);
