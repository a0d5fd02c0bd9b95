import { certificatesContract as contract } from '#shared/contract/certificates.ts';
import { AppError } from '#shared/contract/errors.ts';
import { countPublicRead } from '#server/domains/accounts/index.ts';
import { recordReading } from '#server/domains/assignments/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { pdfPolicy } from '#server/platform/files/file-answer.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { certificateLanguage } from './certificate-texts.ts';
import { renderCertificate } from './certificate-pdf.ts';
import { certificateByCode, certificateByNumber, certificatesOf, isVisible } from './certificates.queries.ts';

/** Handlers of certificates (LRN-04, LRN-05). */
export const certificatesRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const userId = query.userId ?? ctx.actor.id;
    if (!(await isVisible(ctx.db, ctx.reach, userId))) throw new AppError('NOT_FOUND');
    await recordReading(ctx, userId, 'certificates');
    const { certificates, total } = await certificatesOf(ctx.services, ctx.reach, userId, query);
    ctx.total(total, query);
    return [...certificates];
  }),
  bind(contract.pdf, async (ctx, { params }) => {
    const certificate = await certificateByNumber(ctx.services, ctx.reach, params.number);
    if (!certificate) throw new AppError('NOT_FOUND');
    if (certificate.userId !== ctx.actor.id) {
      await ctx.recordAccess('certificates', String(certificate.id), { subjectId: certificate.userId });
    }
    const pdf = await renderCertificate(certificate, {
      language: certificateLanguage(certificate.language),
      verifyUrl: new URL(certificate.verifyUrl, ctx.services.config.publicUrl).href,
    });
    return new RawAnswer(
      200,
      {
        'content-type': 'application/pdf',
        'content-length': String(pdf.length),
        'content-disposition': `inline; filename="certificate-${certificate.number}.pdf"`,
        'cache-control': 'private, no-store',
        'content-security-policy': pdfPolicy,
        'x-content-type-options': 'nosniff',
      },
      pdf,
    );
  }),
  bind(contract.verify, async (ctx, { params }) => {
    // Before anything is read: a first check may hash the files of a whole version.
    await countPublicRead(ctx.db, ctx.services.config, ctx.ip);
    const certificate = await certificateByCode(ctx.services, params.code);
    if (!certificate) throw new AppError('NOT_FOUND', { reason: 'certificate_unknown' });
    // Why an administrator revoked it is not on the paper either.
    return certificate.status === 'revoked'
      ? { ...certificate, reasonCode: null, reason: null }
      : certificate;
  }),
];
