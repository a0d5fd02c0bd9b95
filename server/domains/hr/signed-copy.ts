import { Writable } from 'node:stream';
import { AppError } from '#shared/contract/errors.ts';
import { contentDisposition } from '#server/platform/files/content-disposition.ts';
import { pdfPolicy, type ServedFile } from '#server/platform/files/file-answer.ts';
import { openVerified } from '#server/platform/files/file-records.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { requestedPaper, type RequestedPaper } from '#server/platform/papers/requested-paper.ts';
import { issued } from '#server/platform/papers/issue-paper.ts';
import type { Services } from '#server/platform/services.ts';
import { sideOfSignature } from './agreement-view.ts';
import { agreementReach, findAgreement } from './agreements.queries.ts';
import { agreementAsOf } from './agreement-as-of.queries.ts';
import { findDocumentFile } from './documents.queries.ts';
import { renderSignedCopy } from './signed-copy-pdf.ts';
import { signaturesOf } from './signed-records.ts';

/**
 * Returns the copy of an agreement that all sides have signed, as a PDF (HR-03): for hr of the organization, administrators and
 * its party. NOT_FOUND for every other and before the last signature.
 */
export async function signedCopy(ctx: RequestContext, id: number, asked: RequestedPaper): Promise<RawAnswer> {
  const { activatedAt, versionId } = await findAgreement(ctx.db, agreementReach(ctx.actor, ctx.reach), id);
  if (activatedAt === null || versionId === null) throw new AppError('NOT_FOUND');
  const head = await requestedPaper(ctx, asked);
  const { asOf, timeZone } = head;
  if (asOf <= activatedAt)
    throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'asOf', reason: 'before_first_record' }] });
  const row = await agreementAsOf(ctx.db, id, asOf);
  const file = await findDocumentFile(ctx.db, ctx.reach, versionId, {});
  const pages = file.mime === 'application/pdf' ? file : await convertedOf(ctx, versionId);
  const signatures = (await signaturesOf(ctx.services.config, ctx.db, 'hr_agreements', [id])).get(id) ?? [];
  await ctx.recordAccess('hr_agreements', String(id), {
    organizationId: row.organizationId,
    ...(row.partyUserId === null ? {} : { subjectId: row.partyUserId }),
    asOf: asOf.toISOString(),
  });
  const bytes = await bytesOf(ctx.services, file);
  const pdf = await renderSignedCopy({
    head,
    title: row.title,
    organizationName: row.organizationName,
    partyName: row.partyName,
    partyHasAccount: row.partyUserId !== null,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    terminatesOn: row.terminatesOn,
    noticeDays: row.noticeDays,
    signatures: signatures.map((signature) => ({
      side: sideOfSignature(signature),
      printedName: signature.printedName,
      meaning: signature.meaning,
      signedAt: signature.signedAt,
      timeZone: signature.timeZone,
      problem: signature.reason,
    })),
    file: { name: file.downloadName, mime: file.mime, sha256: file.sha256, bytes },
    pages: pages === file ? bytes : pages && (await bytesOf(ctx.services, pages)),
  });
  const paper = {
    kind: 'agreement',
    format: 'pdf',
    asOf,
    timeZone,
    organizationId: row.organizationId,
    scope: { agreementId: id },
  } as const;
  return new RawAnswer(
    200,
    {
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': contentDisposition('attachment', `${row.title}.pdf`),
      'cache-control': 'private, no-store',
      'content-security-policy': pdfPolicy,
      'x-content-type-options': 'nosniff',
    },
    await issued(ctx, paper, pdf),
  );
}

/** Returns the PDF that an office file was converted to; null if there is none. */
async function convertedOf(ctx: RequestContext, versionId: number): Promise<ServedFile | null> {
  try {
    return await findDocumentFile(ctx.db, ctx.reach, versionId, { pdf: true });
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/**
 * Returns all bytes of a stored document, which an upload limits to a few megabytes; INTEGRITY_FAILED if they differ from the
 * stored hash.
 */
async function bytesOf(services: Services, file: ServedFile): Promise<Buffer> {
  const opened = await openVerified(services, file);
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  await opened.send(sink, { start: 0, end: file.size - 1 });
  return Buffer.concat(chunks);
}
