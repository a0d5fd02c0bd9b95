import { Readable } from 'node:stream';
import { zonedInstant } from '#shared/domain/calendar/evidence-time.ts';
import {
  hrDocumentsContract as contract,
  newDocumentFields,
  newVersionFields,
} from '#shared/contract/hr-documents.ts';
import { authorizeSignature } from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { expectedRevision, refuseStale, sendRevision } from '#server/platform/http/if-match.ts';
import { whenTableTurn } from '#server/platform/http/stream-turns.ts';
import { csvPieces } from '#server/platform/tables/csv.ts';
import { acknowledge } from './commands/acknowledge.ts';
import { requestAcknowledgement } from './commands/request-acknowledgement.ts';
import { changeDocument } from './commands/change-document.ts';
import { createDocument } from './commands/create-document.ts';
import { uploadDocument } from './commands/upload-document.ts';
import {
  documentView,
  listDocuments,
  organizationFigures,
  organizationOfSlug,
} from './organization-documents.queries.ts';
import { readerColumns, readerLines } from './readers-csv.ts';
import { countAudience, readersInBatches, readersOf, requireReader } from './readers.queries.ts';
import { receiveDocument } from './receive-document.ts';
import { signaturesOf } from './signed-records.ts';

/** Handlers of organization documents (HR-04). */
export const hrDocumentsRoutes = [
  bind(contract.organization, (ctx, { params }) => organizationFigures(ctx.db, ctx.reach, params.slug)),
  bind(contract.list, async (ctx, { params, query }) => {
    const organizationId = await organizationOfSlug(ctx.db, ctx.reach, params.slug);
    const { rows, total } = await listDocuments(ctx.db, ctx.reach, organizationId, query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.get, async (ctx, { params }) => {
    const view = await documentView(ctx.db, ctx.reach, params.id);
    sendRevision(ctx, view.revision);
    return view;
  }),
  bind(contract.create, async (ctx) => {
    const { fields, file } = await receiveDocument(ctx, newDocumentFields);
    const { organizationId } = fields;
    const id = await ctx.command((tx) => createDocument(tx, ctx.reach, fields, file), { organizationId });
    return documentView(ctx.db, ctx.reach, id);
  }),
  bind(contract.change, async (ctx, { params, body }) => {
    const expected = expectedRevision(ctx);
    const { organizationId } = await documentView(ctx.db, ctx.reach, params.id);
    const changed = async (tx: CommandTransaction) => {
      await changeDocument(tx, ctx.reach, params.id, body, async (stored) => {
        const current = await documentView(tx.db, ctx.reach, params.id);
        refuseStale(expected, stored, () => ({ current, submitted: body }));
      });
      return documentView(tx.db, ctx.reach, params.id);
    };
    const view = await ctx.command(changed, { organizationId });
    sendRevision(ctx, view.revision);
    return view;
  }),
  bind(contract.upload, async (ctx, { params }) => {
    const { organizationId } = await documentView(ctx.db, ctx.reach, params.id);
    const { fields, file } = await receiveDocument(ctx, newVersionFields);
    const facts = { ...fields, askAgain: fields.askAgain === 'true' };
    await ctx.command((tx) => uploadDocument(tx, ctx.reach, params.id, file, facts), { organizationId });
    return documentView(ctx.db, ctx.reach, params.id);
  }),
  bind(contract.ask, async (ctx, { params, body }) => {
    const { organizationId } = await documentView(ctx.db, ctx.reach, params.id);
    const asked = await ctx.command(
      (tx) => requestAcknowledgement(tx, ctx.reach, params.id, body, body.dueOn),
      {
        organizationId,
      },
    );
    return { asked };
  }),
  bind(contract.audience, async (ctx, { params, query }) => {
    const { organizationId, version } = await documentView(ctx.db, ctx.reach, params.id);
    const { userIds = [], departmentIds = [], everybody = false } = query;
    const versionId = version.id;
    return countAudience(ctx.db, { organizationId, versionId }, { userIds, departmentIds, everybody });
  }),
  bind(contract.readers, async (ctx, { params, query }) => {
    const { organizationId } = await documentView(ctx.db, ctx.reach, params.id);
    await ctx.recordAccess('hr_documents', String(params.id), { organizationId });
    const { rows, total } = await readersOf(ctx.services, ctx.db, params.id, query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.readersCsv, async (ctx, { params, query }) => {
    const { organizationId } = await documentView(ctx.db, ctx.reach, params.id);
    // The trail has the export before its first byte is sent (AUD-01).
    await ctx.recordAccess('hr_documents', String(params.id), {
      organizationId,
      format: 'csv',
      filter: query,
    });
    const lines = readerLines(readersInBatches(ctx.services, ctx.db, params.id, query), ctx.actor.readerZone);
    const table = { columns: readerColumns.map((key) => ({ key })), batches: lines };
    const day = zonedInstant(ctx.services.clock.now(), ctx.actor.readerZone).slice(0, 10);
    // Few pieces wait for a slow reader: each is a whole batch.
    const body = await whenTableTurn(ctx, () => Readable.from(csvPieces(table), { highWaterMark: 2 }));
    return new RawAnswer(
      200,
      {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="readers-${String(params.id)}-${day}.csv"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
      body,
    );
  }),
  bind(contract.acknowledge, async (ctx, { params, body }) => {
    const { organizationId } = await requireReader(ctx.db, params.id, ctx.actor.id);
    const authorization = await authorizeSignature(ctx, body.signature);
    const acknowledgedAt = await ctx.command(
      (tx) => acknowledge(tx, params.id, authorization, body.signature.meaning),
      { organizationId },
    );
    const signatures = await signaturesOf(ctx.services.config, ctx.db, 'hr_acknowledgements', [params.id]);
    const [signature] = signatures.get(params.id) ?? [];
    if (!signature) throw new Error('the signature was not read again');
    return { acknowledgedAt, signature };
  }),
];
