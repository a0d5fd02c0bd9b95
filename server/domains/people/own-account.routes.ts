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
import { sendRevision } from '#server/platform/http/if-match.ts';
import { removePicture, setPicture } from './commands/change-picture.ts';
import { resendConfirmation } from './commands/resend-confirmation.ts';
import { findProfile } from './people.queries.ts';
import { errorAtField } from './people.store.ts';
import { findPicture } from './picture.queries.ts';

async function loadProfile(db: Kysely<DB>, userId: string): Promise<z.output<typeof profileView>> {
  const found = await findProfile(db, userId);
  if (!found) throw new AppError('NOT_FOUND');
  return profileView.parse(found);
}

/** Handlers of the calls about one's own picture and waiting email (USR-02, AUTH-16). */
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
    if (!file) throw errorAtField('file', 'picture_needed');
    const { id } = ctx.actor;
    const profile = await ctx.command(async (tx) => {
      await setPicture(tx, id, file);
      return loadProfile(tx.db, id);
    });
    sendRevision(ctx, profile.revision);
    return profile;
  }),

  bind(contract.removePicture, async (ctx) => {
    const { id } = ctx.actor;
    const profile = await ctx.command(async (tx) => {
      await removePicture(tx, id);
      return loadProfile(tx.db, id);
    });
    sendRevision(ctx, profile.revision);
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
    sendRevision(ctx, profile.revision);
    return profile;
  }),
];
