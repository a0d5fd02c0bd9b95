import { fileWithNote } from '#shared/contract/hr-schemas.ts';
import { hrCvsContract as contract } from '#shared/contract/hr-cvs.ts';
import { authorizeSignature } from '#server/domains/signatures/index.ts';
import { answerFile } from '#server/platform/files/file-answer.ts';
import { recordFetch } from '#server/platform/files/file-fetches.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { signCv, uploadCv } from './commands/change-cv.ts';
import { openCvRequest, requestCvs } from './commands/request-cvs.ts';
import { cvZip } from './cv-zip.ts';
import { cvFigures, cvOfPerson, listCvs } from './cvs.queries.ts';
import { documentReach, findDocumentFile } from './documents.queries.ts';
import { downloadProof } from './record-download.ts';
import { readValidMonths, setValidMonths } from './documents.store.ts';
import { receiveDocument } from './receive-document.ts';

const ownCv = (ctx: RequestContext) =>
  cvOfPerson(
    ctx.services,
    ctx.db,
    { all: false, self: ctx.actor.id, reportsOf: null, organizationIds: [] },
    ctx.actor.id,
  );

/** Handlers of the CV repository and of the files of all documents (HR-02, HR-05). */
export const hrCvsRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listCvs(ctx.db, ctx.reach, query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.figures, async (ctx, { query }) => cvFigures(ctx.db, ctx.reach, query)),
  bind(contract.zip, async (ctx, { query }) => cvZip(ctx, query)),
  bind(contract.validity, async (ctx) => ({ validMonths: await readValidMonths(ctx.db) })),
  bind(contract.setValidity, async (ctx, { body }) => {
    await ctx.command((tx) => setValidMonths(tx, body.validMonths));
    return body;
  }),
  bind(contract.request, async (ctx, { body }) =>
    ctx.command((tx) => requestCvs(tx, ctx.reach, body.userIds, body.message)),
  ),
  bind(contract.ofPerson, async (ctx, { params }) => {
    const cv = await cvOfPerson(ctx.services, ctx.db, ctx.reach, params.userId);
    if (params.userId !== ctx.actor.id) {
      await ctx.recordAccess('users', params.userId, {
        subjectId: params.userId,
        organizationId: cv.person.organizationId,
      });
    }
    return cv;
  }),
  bind(contract.upload, async (ctx) => {
    const { fields, file } = await receiveDocument(ctx, fileWithNote.fields);
    await ctx.command((tx) => uploadCv(tx, ctx.actor.id, file, fields.note));
    return ownCv(ctx);
  }),
  bind(contract.sign, async (ctx, { body }) => {
    const authorization = await authorizeSignature(ctx, body.signature);
    await ctx.command((tx) => signCv(tx, authorization, body.versionId, body.signature.meaning));
    return ownCv(ctx);
  }),
  bind(contract.openRequest, async (ctx, { body }) => {
    await ctx.command((tx) => openCvRequest(tx, ctx.actor.id, body.token));
    return { ok: true as const };
  }),
  bind(contract.file, async (ctx, { params, query }) => {
    const { versionId } = params;
    const { isCounted, ...found } = await findDocumentFile(
      ctx.db,
      documentReach(ctx.actor, ctx.reach),
      versionId,
      query,
    );
    const file = { ...found, fetched: () => recordFetch(ctx.db, ctx.actor.id, found.id) };
    if (isCounted) return answerFile(ctx, file);
    return answerFile(ctx, { ...file, proof: downloadProof(ctx.db, ctx.actor.id, versionId) });
  }),
];
