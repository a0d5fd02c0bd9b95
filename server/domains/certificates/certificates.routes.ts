import { certificatesContract as contract } from '#shared/contract/certificates.ts';
import { AppError } from '#shared/contract/errors.ts';
import { countPublicRead } from '#server/domains/accounts/index.ts';
import { recordReading } from '#server/domains/assignments/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { pdfPolicy } from '#server/platform/files/file-answer.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { requestedPaper } from '#server/platform/papers/requested-paper.ts';
import { issued } from '#server/platform/papers/issue-paper.ts';
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
  bind(contract.pdf, async (ctx, { params, query }) => {
    const { number } = params;
    if (!(await certificateByNumber(ctx.services, ctx.reach, number))) throw new AppError('NOT_FOUND');
    const asked = await requestedPaper(ctx, query);
    const { asOf, timeZone } = asked;
    const certificate = await certificateByNumber(ctx.services, ctx.reach, number, asOf);
    if (!certificate)
      throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'asOf', reason: 'before_first_record' }] });
    if (certificate.userId !== ctx.actor.id) {
      await ctx.recordAccess('certificates', String(certificate.id), { subjectId: certificate.userId });
    }
    // The paper is in the language of its person, not of the reader who prints it.
    const language = query.language ?? certificateLanguage(certificate.language);
    const pdf = await renderCertificate(certificate, {
      ...asked,
      language,
      verifyUrl: new URL(certificate.verifyUrl, ctx.services.config.publicUrl).href,
    });
    const paper = {
      kind: 'certificate',
      format: 'pdf',
      asOf,
      timeZone,
      organizationId: null,
      // A certificate belongs to its person, also when another person prints it.
      issuedTo: certificate.userId,
      scope: { number: certificate.number },
    } as const;
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
      await issued(ctx, paper, pdf),
    );
  }),
  bind(contract.verify, async (ctx, { params }) => {
    // Counts the read before anything is read, because a first check may hash the files of a whole version.
    await countPublicRead(ctx.db, ctx.services.config, ctx.ip);
    const certificate = await certificateByCode(ctx.services, params.code);
    if (!certificate) throw new AppError('NOT_FOUND', { reason: 'certificate_unknown' });
    // Why an administrator revoked it is not on the paper either.
    return certificate.status === 'revoked'
      ? { ...certificate, reasonCode: null, reason: null }
      : certificate;
  }),
];
