import { curriculaContract } from '#shared/contract/curricula.ts';
import { matrixOverviewContract } from '#shared/contract/matrix-overview.ts';
import { bind } from '#server/platform/http/bind.ts';
import { setFeaturedDepartment } from './featured-department.ts';
import { listEntries, listTemplates, modulesOfFamilies, type EntryRow } from './curricula.queries.ts';

/** SPEC §3 keeps matrix entries in snake_case nesting: the one exception of the wire (DESIGN). */
const nested = (row: EntryRow) => ({
  id: row.id,
  moduleId: row.moduleId,
  training_module_id: row.moduleId,
  matrixId: row.matrixId,
  isRequired: row.isRequired,
  daysToDue: row.daysToDue,
  renewalPeriod: row.renewalPeriod,
  renewalWindow: row.renewalWindow,
  training_modules: {
    id: row.moduleId,
    title: row.title,
    reference: row.reference,
    content_type: row.contentType,
    duration: row.duration,
  },
  training_matrix: {
    id: row.id,
    name: row.matrixName,
    organizationId: row.organizationId,
    departmentId: row.departmentId,
    moduleId: row.moduleId,
    jobTitle: row.jobTitle,
  },
});

/** Handlers of the matrices themselves; what assigns people is bound by assignments (DESIGN 'The house'). */
export const curriculaRoutes = [
  bind(curriculaContract.entries, async (ctx, { query }) => {
    const { rows, total } = await listEntries(ctx.db, ctx.reach, query);
    ctx.total(total, query);
    return rows.map(nested);
  }),
  bind(curriculaContract.templates, async (ctx) => {
    const [templates, modules] = await Promise.all([
      listTemplates(ctx.db),
      modulesOfFamilies(ctx.db, ctx.actor.organizationId),
    ]);
    return templates.map((template) => ({
      ...template,
      moduleCount: modules.filter(({ code }) => template.familyCodes.includes(code)).length,
    }));
  }),
  bind(matrixOverviewContract.setFeaturedDepartment, async (ctx, { body }) =>
    ctx.command((tx) => setFeaturedDepartment(tx, body.departmentId)),
  ),
];
