import { Readable } from 'node:stream';
import { storeUpload, type AcceptedFile } from '#server/platform/files/store-upload.ts';
import { forServer } from '#server/platform/sandbox/sandbox.ts';
import type { Services } from '#server/platform/services.ts';

/** Stores a file of the demo data, in the same way as an upload (MOD-07). */
export async function storeDemo(services: Services, name: string, bytes: Buffer): Promise<AcceptedFile> {
  return storeUpload(
    services,
    { name, field: 'file', stream: Readable.from([bytes]) },
    { extensions: ['pdf', 'mp4'], limits: services.config.uploadLimits, person: forServer },
  );
}
