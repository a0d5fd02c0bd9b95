import type { z } from 'zod';
import { uploadTypes } from '#shared/domain/modules/uploads.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import {
  receiveUploads as receive,
  type Received,
  type ReceiveRules,
} from '#server/platform/files/receive-uploads.ts';

export { acceptedOf, type ReceivedFile } from '#server/platform/files/receive-uploads.ts';

const extensions = uploadTypes.map((type) => type.extension);

/** Receives the files of a module, of every type that a module may have (MOD-07). */
export async function receiveUploads<Fields extends z.ZodType>(
  ctx: RequestContext,
  rules: Omit<ReceiveRules<Fields>, 'extensions'>,
): Promise<Received<z.output<Fields>>> {
  return receive(ctx, { ...rules, extensions });
}
