import { Readable } from 'node:stream';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { evidenceTime, zonedInstant } from '#shared/domain/calendar/evidence-time.ts';
import { importFields } from '#shared/domain/people/import/fields.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { whenTableTurn } from '#server/platform/http/stream-turns.ts';
import { csvPieces } from '#server/platform/tables/csv.ts';
import { xlsxStream } from '#server/platform/tables/xlsx.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { requestCheck } from './commands/check-import.ts';
import { cancelImport, startImport } from './import-steps.ts';
import { carryOutImportJob } from './imports.jobs.ts';
import { headersOf, problemsFile } from './problems-file.ts';
import { badRows, peopleInColumns, readImportRows } from './imports.queries.ts';
import { peopleExportTexts } from './imports-texts.ts';
import { importViewOf, listImports, requireImportOf } from './imports.store.ts';
import { receivePeople } from './receive-people.ts';

/** Handlers of imports and exports of people (USR-06). */
export const peopleImportsRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listImports(ctx.db, 'people', query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.get, async (ctx, { params: { id } }) => importViewOf(ctx.db, 'people', id)),
  bind(contract.upload, async (ctx) => receivePeople(ctx)),
  bind(contract.check, async (ctx, { params: { id }, body }) =>
    ctx.command((tx) => requestCheck(tx, id, body)),
  ),
  bind(contract.rows, async (ctx, { params: { id }, query }) =>
    readImportRows(ctx.db, await requireImportOf(ctx.db, 'people', id), query),
  ),
  bind(contract.problems, async (ctx, { params: { id } }) => {
    const found = await requireImportOf(ctx.db, 'people', id);
    return problemsFile(ctx, id, badRows(ctx.db, found));
  }),
  bind(contract.confirm, async (ctx, { params: { id }, body }) =>
    ctx.command((tx) => startImport(tx, ['people', id], body, null, carryOutImportJob), {
      reason: body.reason,
    }),
  ),
  bind(contract.cancel, async (ctx, { params: { id } }) =>
    ctx.command((tx) => cancelImport(tx, 'people', id)),
  ),
  bind(contract.export, async (ctx, { query }) => {
    const { format, organizationId, isActive } = query;
    // The trail records the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('exports', 'people_import', { organizationId, format, filters: { isActive } });
    const { language, readerZone: timeZone } = ctx.actor;
    const asOf = ctx.services.clock.now();
    const table = {
      title: translate(language, peopleExportTexts.title),
      // The same names in every language: an import recognizes them.
      columns: importFields.map((key) => ({ key, title: key, kind: 'text' as const })),
      // An import reads it again.
      addresses: true as const,
      batches: peopleInColumns(ctx.db, { organizationId, isActive }),
      about: [
        [
          translate(language, peopleExportTexts.exportedAt),
          evidenceTime(asOf, timeZone, language).text,
        ] as const,
        [translate(language, peopleExportTexts.by), fullName(ctx.actor)] as const,
      ],
      asOf,
      timeZone,
      language,
      requestedBy: fullName(ctx.actor),
    };
    const sheets = {
      data: translate(language, peopleExportTexts.data),
      about: translate(language, peopleExportTexts.about),
    };
    const body = await whenTableTurn(ctx, () =>
      format === 'csv' ? Readable.from(csvPieces(table), { highWaterMark: 2 }) : xlsxStream(table, sheets),
    );
    const day = zonedInstant(asOf, timeZone).slice(0, 10);
    return new RawAnswer(200, headersOf(format, `people-${day}.${format}`), body);
  }),
];
