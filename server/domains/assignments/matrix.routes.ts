import { curriculaContract } from '#shared/contract/curricula.ts';
import { matrixOverviewContract } from '#shared/contract/matrix-overview.ts';
import { findMatrix, listCards } from '#server/domains/curricula/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { addModuleToDepartment, assignModulesToMatrix } from './commands/add-modules.ts';
import { requireShown } from './bulk-effect.ts';
import { assignMatrix, choosePeople, previewMatrixAssignment } from './commands/assign-matrix.ts';
import { createMatrixFromTemplate } from './commands/create-matrix-from-template.ts';
import { requestRun } from './runs/request-run.ts';
import { listMatrixDepartments, readSummary } from './matrix-overview.queries.ts';
import { listPeopleOfMatrices, peopleOfMatrices } from './matrix-people.queries.ts';

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
        memberCount: own?.memberCount ?? 0,
        users: [...(own?.users ?? [])],
        notAssignedCount: own?.notAssignedCount ?? 0,
        families: card.families.map((family) => ({
          ...family,
          modules: family.modules.map((module) => ({ ...module, isActive: module.moduleIsActive })),
        })),
      };
    });
  }),
  bind(curriculaContract.createFromTemplate, async (ctx, { body }) => {
    const { organizationId } = ctx.actor;
    if (!body.preview) return ctx.command((tx) => createMatrixFromTemplate(tx, body, organizationId));
    const shown = await ctx.rehearse((tx) =>
      createMatrixFromTemplate(tx, { ...body, assignNow: false }, organizationId),
    );
    return { ...shown, preview: true, matrixId: null };
  }),
  bind(curriculaContract.assignModules, async (ctx, { body }) => {
    if (!body.preview) return ctx.command((tx) => assignModulesToMatrix(tx, body));
    const shown = await ctx.rehearse((tx) => assignModulesToMatrix(tx, { ...body, assignNow: false }));
    // A matrix that would be made does not exist.
    return { ...shown, preview: true, matrixId: shown.created ? null : shown.matrixId };
  }),
  bind(curriculaContract.addModule, async (ctx, { body }) => {
    if (!body.preview) return ctx.command((tx) => addModuleToDepartment(tx, body));
    const shown = await ctx.rehearse((tx) => addModuleToDepartment(tx, { ...body, assignNow: false }));
    // Neither the entry nor a matrix that would be made exists.
    const { matrixEntry } = shown;
    const there = shown.matrixIsNew ? null : matrixEntry.matrixId;
    return { ...shown, preview: true, matrixEntry: { ...matrixEntry, id: null, matrixId: there } };
  }),
  bind(curriculaContract.assign, async (ctx, { body }) => {
    const { matrixId, matrixName: name, specificUserIds, preview, effectHash } = body;
    const matrix = await findMatrix(ctx.db, { matrixId, name });
    const people = specificUserIds ? [...new Set(specificUserIds)] : ('matched' as const);
    if (preview) return { ...(await previewMatrixAssignment(ctx.db, matrix, people)), run: null };
    const { userIds } = await choosePeople(ctx.db, matrix, people);
    const inBackground = userIds.length > ctx.services.config.assigning.inOneCall;
    return ctx.command(
      async (tx) => {
        if (!inBackground) return { ...(await assignMatrix(tx, matrix, people, effectHash)), run: null };
        const { effect, ...shown } = await previewMatrixAssignment(tx.db, matrix, people);
        requireShown({ effect, effectHash: shown.effectHash }, effectHash);
        const matched = people === 'matched';
        const run = await requestRun(tx, ctx.actor.id, {
          kind: 'matrix',
          matrixId: matrix.id,
          matched,
          userIds,
        });
        return { ...shown, preview: false, effect: null, run };
      },
      { organizationId: matrix.organizationId },
    );
  }),
  bind(matrixOverviewContract.figures, async (ctx) => readSummary(ctx.db)),
  bind(matrixOverviewContract.departments, async (ctx, { query }) => {
    const { rows, total } = await listMatrixDepartments(ctx.db, query);
    ctx.total(total, query);
    return [...rows];
  }),
  bind(matrixOverviewContract.people, async (ctx, { query }) => {
    const { rows, total } = await listPeopleOfMatrices(ctx.db, query);
    ctx.total(total, query);
    return [...rows];
  }),
];
