import { readFile } from 'node:fs/promises';
import { AppError } from '#shared/contract/errors.ts';
import { proofsContract as contract } from '#shared/contract/proofs.ts';
import { countPublicRead } from '#server/domains/accounts/index.ts';
import {
  certificateByCode,
  certificateOfAssignment,
  readCertificateStatements,
  type Certificate,
} from '#server/domains/certificates/index.ts';
import {
  acknowledgementToProve,
  agreementReach,
  agreementToProve,
  cvToProve,
  type HrRecordToProve,
} from '#server/domains/hr/index.ts';
import { textOfSignature } from '#server/domains/signatures/index.ts';
import { contentDisposition } from '#server/platform/files/content-disposition.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { readPublicKeys } from '#server/platform/installation/public-keys.ts';
import { verifierFile } from '../export-bundle.ts';
import { findingsToProve, type FindingsToProve } from '../runs/acknowledgements.ts';
import { createProof } from './create-proof.ts';

function download(name: string, type: string, content: string): RawAnswer {
  const bytes = Buffer.from(content, 'utf8');
  return new RawAnswer(
    200,
    {
      'content-type': `${type}; charset=utf-8`,
      'content-length': String(bytes.length),
      'content-disposition': contentDisposition('attachment', name),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    bytes,
  );
}

/**
 * Returns the proof of a certificate: for the reader of its paper alone, or with the whole record for the reader of a training
 * file.
 */
async function certificateProof(
  { services }: RequestContext,
  certificate: Certificate,
  reader: 'paper' | 'file',
): Promise<RawAnswer> {
  if (certificate.status === 'not_valid') throw new AppError('PROOF_REFUSED');
  const [statement] = await readCertificateStatements(services.db, [certificate.recordId]);
  if (!statement) throw new AppError('NOT_FOUND');
  const { recordText, signature } = statement;
  const proof = await createProof(services, {
    name: certificate.name,
    status: certificate.status,
    type: 'certificates',
    signed: [statement],
    covered:
      reader === 'paper' ? [] : [recordText, ...(signature === null ? [] : [textOfSignature(signature)])],
  });
  return download(`proof-${certificate.number}.json`, 'application/json', proof);
}

async function signedProof(
  ctx: RequestContext,
  { text, signatures }: FindingsToProve,
  name: string,
): Promise<RawAnswer> {
  const proof = await createProof(ctx.services, {
    name: null,
    status: null,
    type: 'signatures',
    signed: signatures.map((signature) => ({ id: signature.id, text: textOfSignature(signature) })),
    covered: [text],
  });
  return download(`proof-${name}.json`, 'application/json', proof);
}

const factsOf = ({ subjectId, organizationId }: HrRecordToProve) => ({
  ...(subjectId === null ? {} : { subjectId }),
  ...(organizationId === null ? {} : { organizationId }),
});

/** Handlers of proof files and public keys (SIG-04, LRN-05). */
export const proofsRoutes = [
  bind(contract.completion, async (ctx, { params }) => {
    const certificate = await certificateOfAssignment(ctx.services, ctx.reach, params.id);
    if (!certificate) throw new AppError('NOT_FOUND');
    const proof = await certificateProof(ctx, certificate, 'file');
    // Records the reading before the proof is sent, and only if there is a proof.
    if (certificate.userId !== ctx.actor.id)
      await ctx.recordAccess('certificates', String(certificate.id), { subjectId: certificate.userId });
    return proof;
  }),
  bind(contract.certificate, async (ctx, { params }) => {
    await countPublicRead(ctx.db, ctx.services.config, ctx.ip);
    const certificate = await certificateByCode(ctx.services, params.code);
    if (!certificate) throw new AppError('NOT_FOUND', { reason: 'certificate_unknown' });
    return certificateProof(ctx, certificate, 'paper');
  }),
  bind(contract.agreement, async (ctx, { params: { id } }) => {
    const record = await agreementToProve(
      ctx.db,
      ctx.services.config,
      agreementReach(ctx.actor, ctx.reach),
      id,
    );
    const proof = await signedProof(ctx, record, `agreement-${String(id)}`);
    await ctx.recordAccess('hr_agreements', String(id), factsOf(record));
    return proof;
  }),
  bind(contract.cv, async (ctx, { params: { versionId } }) => {
    const record = await cvToProve(ctx.db, ctx.services.config, ctx.reach, versionId);
    const proof = await signedProof(ctx, record, `cv-${String(versionId)}`);
    await ctx.recordAccess('hr_document_versions', String(versionId), factsOf(record));
    return proof;
  }),
  bind(contract.acknowledgement, async (ctx, { params: { id } }) => {
    const record = await acknowledgementToProve(ctx.db, ctx.services.config, ctx.reach, id);
    const proof = await signedProof(ctx, record, `acknowledgement-${String(id)}`);
    await ctx.recordAccess('hr_acknowledgements', String(id), factsOf(record));
    return proof;
  }),
  bind(contract.findings, async (ctx, { params: { id } }) => {
    const record = await findingsToProve(ctx.services.config, ctx.db, id);
    const proof = await signedProof(ctx, record, `findings-${String(id)}`);
    await ctx.recordAccess('verify_acknowledgements', String(id));
    return proof;
  }),
  bind(contract.keys, async (ctx) => {
    const keys = await readPublicKeys(ctx.db, ctx.services.config);
    return keys.map(({ id, ...key }) => ({ fingerprint: id, ...key }));
  }),
  bind(contract.verifier, async () =>
    download('verify.mjs', 'text/javascript', await readFile(verifierFile, 'utf8')),
  ),
];
