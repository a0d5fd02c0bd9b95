import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import { ownAccountContract as contract } from '#shared/contract/own-account.ts';
import { profileView } from '#shared/contract/people-schemas.ts';
import { PICTURE_MAX_BYTES, pictureExtensions } from '#shared/domain/people/picture.ts';
import type { DB } from '#server/db/db.d.ts';
import { answerFile } from '#server/platform/files/file-answer.ts';
import { acceptedOf, receiveUploads } from '#server/platform/files/receive-uploads.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { whenTableTurn } from '#server/platform/http/stream-turns.ts';
import { tellRevision } from '#server/platform/http/if-match.ts';
import { removePicture, setPicture } from './commands/change-picture.ts';
import { resendConfirmation } from './commands/resend-confirmation.ts';
import { findProfile } from './people.queries.ts';
import { atField } from './people.store.ts';
import { personalDataText } from './personal-data/write-export.ts';
import { findPicture } from './picture.queries.ts';

async function loadProfile(db: Kysely<DB>, userId: string): Promise<z.output<typeof profileView>> {
  const found = await findProfile(db, userId);
  if (!found) throw new AppError('NOT_FOUND');
  return profileView.parse(found);
}

/** Everything on a person as a download; the trail knows of it before its first byte leaves (AUD-01, SEC-03). */
async function exportOf(ctx: RequestContext, userId: string, name: string): Promise<RawAnswer> {
  const { organizationId } = await loadProfile(ctx.db, userId);
  await ctx.recordAccess('users', userId, { subjectId: userId, organizationId });
  const generatedAt = ctx.services.clock.now();
  const date = new Intl.DateTimeFormat('en-CA', {
    timeZone: ctx.actor.readerZone,
    dateStyle: 'short',
  }).format(generatedAt);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="${name}-${date}.json"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
  const text = personalDataText(ctx.db, { userId, generatedAt, version: ctx.services.version });
  const body = await whenTableTurn(ctx, () => Readable.from(text, { highWaterMark: 2 }));
  return new RawAnswer(200, headers, body);
}

/** Handlers of the calls about one's own picture, waiting email and data (USR-02, AUTH-16, SEC-03). */
export const ownAccountRoutes = [
  bind(contract.setPicture, async (ctx) => {
    const { document } = ctx.services.config.uploadLimits;
    const { files } = await receiveUploads(ctx, {
      fields: z.strictObject({}),
      fileField: /^file$/,
      maxFiles: 1,
      allOrNothing: true,
      extensions: pictureExtensions,
      largest: Math.min(document, PICTURE_MAX_BYTES),
    });
    const [file] = acceptedOf(files);
    if (!file) throw atField('file', 'Choose a picture');
    const { id } = ctx.actor;
    const profile = await ctx.command(async (tx) => {
      await setPicture(tx, id, file);
      return loadProfile(tx.db, id);
    });
    tellRevision(ctx, profile.revision);
    return profile;
  }),

  bind(contract.removePicture, async (ctx) => {
    const { id } = ctx.actor;
    const profile = await ctx.command(async (tx) => {
      await removePicture(tx, id);
      return loadProfile(tx.db, id);
    });
    tellRevision(ctx, profile.revision);
    return profile;
  }),

  bind(contract.picture, async (ctx, { params }) =>
    answerFile(ctx, await findPicture(ctx.db, ctx.reach, ctx.actor.id, params.userId)),
  ),

  bind(contract.resendConfirmation, async (ctx) => {
    const { id } = ctx.actor;
    const profile = await ctx.command(async (tx) => {
      await resendConfirmation(tx, id);
      return loadProfile(tx.db, id);
    });
    tellRevision(ctx, profile.revision);
    return profile;
  }),

  bind(contract.exportOwnData, async (ctx) => exportOf(ctx, ctx.actor.id, 'traintrail-my-data')),

  bind(contract.exportData, async (ctx, { params }) =>
    exportOf(ctx, params.userId, `traintrail-personal-data-${params.userId}`),
  ),
];
