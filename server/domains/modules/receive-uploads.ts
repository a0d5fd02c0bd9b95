import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import { packageNames } from '#shared/domain/modules/course-packages.ts';
import { uploadTypes } from '#shared/domain/modules/uploads.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import {
  receiveUploads as receive,
  type Received,
  type ReceivedFile,
  type ReceiveRules,
} from '#server/platform/files/receive-uploads.ts';

export { acceptedOf, type ReceivedFile } from '#server/platform/files/receive-uploads.ts';

const extensions = uploadTypes.map((type) => type.extension);

/** Text fields of an upload that decide about course packages in it. */
type WithPackages = z.ZodType<{ readonly packages?: 'refuse' | 'download' | undefined }>;

/**
 * Receives the files of a module, of every type that a module may have (MOD-07). A course package is refused with
 * PACKAGE_NOT_PLAYED, because nothing plays it here yet, unless the author chooses to store it as a download (VIEW-07).
 */
export async function receiveUploads<Fields extends WithPackages>(
  ctx: RequestContext,
  rules: Omit<ReceiveRules<Fields>, 'extensions'>,
): Promise<Received<z.output<Fields>>> {
  const received = await receive(ctx, { ...rules, extensions });
  const { packages } = received.fields;
  if (packages === 'download') return received;
  const files = received.files.map(withoutPackage);
  for (const { outcome } of files) {
    if ('refused' in outcome && rules.allOrNothing) throw outcome.refused;
  }
  return { ...received, files };
}

function withoutPackage(file: ReceivedFile): ReceivedFile {
  const found = 'accepted' in file.outcome ? file.outcome.accepted.type.package : undefined;
  if (found === undefined || !('accepted' in file.outcome)) return file;
  const refused = new AppError('PACKAGE_NOT_PLAYED', {
    errors: [
      {
        path: file.field,
        reason: 'file_is_course',
        params: { name: file.outcome.accepted.originalName, package: packageNames[found] },
      },
    ],
  });
  return { ...file, outcome: { refused } };
}
