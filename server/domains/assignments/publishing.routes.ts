import { modulePublishingContract } from '#shared/contract/module-publishing.ts';
import { bind } from '#server/platform/http/bind.ts';
import { previewPublishing, publishVersion } from './commands/publish-version.ts';

/** Publishing a version looks at and changes the trainings of people (MOD-11). */
export const publishingRoutes = [
  bind(modulePublishingContract.publish, async (ctx, { params, body }) => {
    const { id, versionId } = params;
    if (body.preview) return previewPublishing(ctx.db, ctx.actor.timeZone, id, versionId, body);
    return ctx.command((tx) => publishVersion(tx, ctx.actor.timeZone, id, versionId, body));
  }),
];
