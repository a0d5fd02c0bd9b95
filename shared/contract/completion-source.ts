import { z } from 'zod';
import { pathId, userId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

/** The earlier source of a completion (USR-09). */
export const completionSource = z
  .object({
    /** A system or a binder. */
    name: z.string(),
    /** The file that contains its row, with its SHA-256. */
    fileName: z.string(),
    fileSha256: z.string(),
    /** SHA-256 of the certificate that the source issued; null without one. */
    certificateSha256: z.string().nullable(),
  })
  .meta({ id: 'CompletionSource' });

/** The certificate that the source of a past completion issued (USR-09). */
export const completionSourceContract = {
  sourceFile: defineEndpoint({
    id: 'assignments.sourceFile',
    method: 'GET',
    path: '/api/employee/:userId/completions/:recordId/source-file',
    summary: 'The certificate that the source of a past completion issued (USR-09)',
    access: { permission: 'people.view' },
    audit: { access: 'training_file.read' },
    data: { none: 'a file' },
    params: z.strictObject({ userId, recordId: pathId }),
    raw: 'application/octet-stream',
    errors: ['INTEGRITY_FAILED'],
    response: z.undefined(),
  }),
};
