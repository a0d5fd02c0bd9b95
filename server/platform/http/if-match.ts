import { AppError } from '#shared/contract/errors.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { wrongHeader } from '#server/platform/http/problem.ts';

const revisionForm = /^(?:W\/)?"?(\d{1,10})"?$/;

/** Returns the revision that the caller's `If-Match` names; null without one, or with `*` (DESIGN 'The wire'). */
export function expectedRevision(ctx: RequestContext): number | null {
  if (ctx.revision !== 'compared')
    throw new Error("A call that compares If-Match declares revision: 'compared'");
  const header = ctx.request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const revision = revisionForm.exec(header.trim())?.[1];
  if (revision === undefined) {
    throw wrongHeader('If-Match', 'if_match_form');
  }
  return Number(revision);
}

/** Sends the revision of the returned record to the caller, which sends it back as `If-Match`. */
export function sendRevision(ctx: RequestContext, revision: number | undefined): void {
  if (ctx.revision === undefined)
    throw new Error("A call that answers a revision declares revision: 'answered'");
  if (revision !== undefined) ctx.reply.header('etag', `"${String(revision)}"`);
}

/** Refuses a change of an older record: 409 STALE with the stored record and the submitted one. */
export function refuseStale(
  expected: number | null,
  stored: { readonly revision: number },
  facts: () => { readonly current: unknown; readonly submitted: unknown },
): void {
  if (expected !== null && expected !== stored.revision)
    throw new AppError('STALE', { extra: { ...facts() } });
}
