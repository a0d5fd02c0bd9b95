import { Readable } from 'node:stream';
import { setPicture } from '#server/domains/people/commands/change-picture.ts';
import type { Services } from '#server/platform/services.ts';
import { samplePng } from './sample-files.ts';
import { asFixture } from './world.ts';

/** Gives a person a picture, as the upload of it does. */
export async function givePicture(services: Services, userId: string, bytes = samplePng): Promise<void> {
  const { sha256, size } = await services.files.put(Readable.from([bytes]), { maxBytes: 1_000_000 });
  const type = { extension: 'png', mime: 'image/png' };
  await asFixture(services, (tx) => setPicture(tx, userId, { originalName: 'me.png', sha256, size, type }));
}
