import { absenceImportsContract as contract } from '#shared/contract/absence-imports.ts';
import {
  proposeAbsenceMapping,
  refuseAbsenceMapping,
} from '#shared/domain/assignments/absence-import/fields.ts';
import {
  cancelImport,
  importViewOf,
  listImports,
  problemsFile,
  receiveImport,
  requireImportOf,
  startCheck,
  startImport,
} from '#server/domains/people/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { carryOutAbsencesJob } from './absence-imports.jobs.ts';
import { badAbsenceRows, readAbsenceRows } from './absence-rows.queries.ts';
import { checkAbsencesJob } from './check-absences.jobs.ts';

/** Handlers of imports of absences (USR-10). */
export const absenceImportsRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listImports(ctx.db, 'absences', query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.get, async (ctx, { params: { id } }) => importViewOf(ctx.db, 'absences', id)),
  bind(contract.upload, async (ctx) =>
    receiveImport(ctx, {
      subject: 'absences',
      propose: proposeAbsenceMapping,
      optionsFor: (_, kept) => kept ?? { dayOrder: 'day_first' },
    }),
  ),
  bind(contract.check, async (ctx, { params: { id }, body }) =>
    ctx.command((tx) =>
      startCheck(
        tx,
        ['absences', id],
        body,
        (headings) => refuseAbsenceMapping(body.mapping, headings),
        checkAbsencesJob,
      ),
    ),
  ),
  bind(contract.rows, async (ctx, { params: { id }, query }) =>
    readAbsenceRows(ctx.db, await requireImportOf(ctx.db, 'absences', id), query),
  ),
  bind(contract.problems, async (ctx, { params: { id } }) => {
    const found = await requireImportOf(ctx.db, 'absences', id);
    return problemsFile(ctx, id, badAbsenceRows(ctx.db, found));
  }),
  bind(contract.confirm, async (ctx, { params: { id }, body }) =>
    ctx.command((tx) => startImport(tx, ['absences', id], body, 'absence_own_row', carryOutAbsencesJob), {
      reason: body.reason,
    }),
  ),
  bind(contract.cancel, async (ctx, { params: { id } }) =>
    ctx.command((tx) => cancelImport(tx, 'absences', id)),
  ),
];
