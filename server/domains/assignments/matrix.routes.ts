import { curriculaContract } from '#shared/contract/curricula.ts';
import { findMatrix, listCards } from '#server/domains/curricula/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { addModuleToDepartment, assignModulesToMatrix } from './commands/add-modules.ts';
import { assignMatrix, previewMatrixAssignment } from './commands/assign-matrix.ts';
import { previewEntryRemoval, removeEntry } from './commands/remove-entry.ts';
import { peopleOfMatrices } from './matrix-people.queries.ts';

/** Handlers of the calls on matrices that look at or change the trainings of people (MTX-01, MTX-03 … MTX-06). */
export const matrixRoutes = [
  bind(curriculaContract.matrices, async (ctx, { query }) => {
    const { cards, total } = await listCards(ctx.db, ctx.reach, query);
    ctx.total(total, query);
    const people = await peopleOfMatrices(
      ctx.db,
      ctx.reach,
      cards.map((card) => card.id),
    );
    return cards.map((card) => {
      const own = people.get(card.id);
      return {
        ...card,
        isActive: card.moduleCount > 0,
        userCount: own?.userCount ?? 0,
        users: [...(own?.users ?? [])],
        notAssignedCount: own?.notAssignedCount ?? 0,
        families: card.families.map((family) => ({
          ...family,
          modules: family.modules.map((module) => ({ ...module, isActive: module.moduleIsActive })),
        })),
      };
    });
  }),
  bind(curriculaContract.assignModules, async (ctx, { body }) =>
    ctx.command((tx) => assignModulesToMatrix(tx, body)),
  ),
  bind(curriculaContract.addModule, async (ctx, { body }) =>
    ctx.command((tx) => addModuleToDepartment(tx, body)),
  ),
  bind(curriculaContract.assign, async (ctx, { body }) => {
    const { matrixId, matrixName: name, specificUserIds, preview, effectHash } = body;
    const matrix = await findMatrix(ctx.db, { matrixId, name });
    const userIds = [...new Set(specificUserIds)];
    if (preview) return previewMatrixAssignment(ctx.db, matrix, userIds);
    return ctx.command((tx) => assignMatrix(tx, matrix, userIds, effectHash), {
      organizationId: matrix.organizationId,
    });
  }),
  bind(curriculaContract.removeEntry, async (ctx, { params, query }) => {
    if (query.preview) return previewEntryRemoval(ctx.db, params.matrixId);
    return ctx.command((tx) => removeEntry(tx, params.matrixId));
  }),
];
