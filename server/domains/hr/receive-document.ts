import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import { documentExtensions } from '#shared/domain/hr/documents.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import { acceptedOf, receiveUploads } from '#server/platform/files/receive-uploads.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** Receives the one file of a document with its form, judged by its bytes (MOD-07, HR-02…04). */
export async function receiveDocument<Fields extends z.ZodType>(
  ctx: RequestContext,
  fields: Fields,
): Promise<{ readonly fields: z.output<Fields>; readonly file: AcceptedFile }> {
  const received = await receiveUploads(ctx, {
    fields,
    fileField: /^file$/,
    maxFiles: 1,
    allOrNothing: true,
    extensions: documentExtensions,
  });
  const [file] = acceptedOf(received.files);
  if (!file) throw fieldError('file', 'file_needed');
  return { fields: received.fields, file };
}

/** Returns a refusal at one field of a form. */
export function fieldError(path: string, reason: PlainReason): AppError {
  return new AppError('VALIDATION_FAILED', { errors: [{ path, reason }] });
}
