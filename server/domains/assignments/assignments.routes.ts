import { assignmentsContract as contract } from '#shared/contract/assignments.ts';
import { AppError } from '#shared/contract/errors.ts';
import { noReach, type Reach } from '#shared/domain/access/permissions.ts';
import {
  authorizeSignature,
  forgivingAttempt,
  readSigner,
  type SignatureInput,
} from '#server/domains/signatures/index.ts';
import { peopleOfTeam } from '#server/platform/access/within-reach.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { expectedRevision, refuseStale, sendRevision } from '#server/platform/http/if-match.ts';
import { findMatches } from './assignment-filters.ts';
import { learnerPage, listViews } from './assignment-view.ts';
import { countAssignments, listAssignments } from './assignments.queries.ts';
import { assignModule } from './commands/assign-module.ts';
import { changeDueDate } from './commands/change-due-date.ts';
import { completeAssignment, completionLocks, judgeCompletion } from './commands/complete-assignment.ts';
import { recordCompletion } from './commands/record-completion.ts';
import { startAssignment } from './commands/start-assignment.ts';
import { startOnboarding } from './commands/start-onboarding.ts';
import { previewVoiding, voidAssignments } from './commands/void-assignments.ts';
import { readWithCompletion } from './completing.ts';
import { isVisible, recordReading } from './record-reading.ts';

const everything: Reach = { ...noReach, all: true };

/** Returns the assignment as the wire shows it, read where it was just written. */
async function viewOf(ctx: RequestContext, db: RequestContext['db'], id: number, reach: Reach) {
  const { views } = await learnerPage(ctx.services, db, reach, { id, limit: 1, offset: 0 });
  const [view] = views;
  if (!view) throw new AppError('NOT_FOUND');
  return view;
}

async function complete(
  ctx: RequestContext,
  id: number,
  {
    signature,
    versionNumber,
  }: {
    readonly signature?: (SignatureInput & { readonly meaning: string }) | undefined;
    readonly versionNumber?: number | undefined;
  },
): Promise<void> {
  const ownerId = ctx.actor.id;
  // Everything that can be refused without a password is refused before it is requested.
  const { found, signer } = await readSigner(ownerId, (extra) =>
    readWithCompletion(ctx.db, id, { ownerId, lock: false, extra }),
  );
  const verdict = judgeCompletion(found.stored, versionNumber);
  if (verdict === 'repeat') return;
  if (verdict.needsSignature && !signature) throw new AppError('SIGNATURE_REQUIRED');
  const signed = signature
    ? {
        authorization: await authorizeSignature(ctx, signature, 'signature', signer),
        meaning: signature.meaning,
      }
    : null;
  const complete = (onSigned: () => void) =>
    ctx.command(
      async (tx) => {
        const isNew = await completeAssignment(tx, id, ownerId, { signature: signed, versionNumber });
        if (isNew) onSigned();
      },
      { action: 'assignment.completed', locks: completionLocks(id, ownerId) },
    );
  await (signed ? forgivingAttempt(ctx, signed.authorization, complete) : complete(() => undefined));
}

/** Handlers of assignments: lists, the status machine, assigning and voiding (LRN, MTX-05, MTX-07). */
export const assignmentsRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    if (query.userId !== undefined && (await isVisible(ctx, query.userId)))
      await recordReading(ctx, query.userId, 'assignments');
    const matches = query.q ? await findMatches(ctx.db, query.q) : undefined;
    const asked = { ...query, matches, team: await peopleOfTeam(ctx.db, ctx.reach) };
    const [rows, total] = await Promise.all([
      listAssignments(ctx.db, ctx.reach, asked),
      countAssignments(ctx.db, ctx.reach, asked),
    ]);
    ctx.total(total, query, rows.length);
    return listViews(ctx.db, rows);
  }),
  bind(contract.get, async (ctx, { params }) => {
    const view = await viewOf(ctx, ctx.db, params.id, ctx.reach);
    await recordReading(ctx, view.userId, 'assignment');
    sendRevision(ctx, view.revision);
    return view;
  }),
  bind(contract.setStatus, async (ctx, { params, body }) => {
    if (body.status === 'completed') await complete(ctx, params.id, body);
    else await ctx.command((tx) => startAssignment(tx, params.id, ctx.actor.id, body.status));
    return viewOf(ctx, ctx.db, params.id, ctx.reach);
  }),
  bind(contract.recordCompletion, async (ctx, { params, body }) => {
    const { id } = await ctx.command(
      async (tx) => {
        await recordCompletion(tx, params.id, body);
        return params;
      },
      { reason: body.reason },
    );
    // Read after the command: the certificate is made by a subscriber of its event.
    return viewOf(ctx, ctx.db, id, everything);
  }),
  bind(contract.update, async (ctx, { params, body }) => {
    const expected = expectedRevision(ctx);
    await ctx.command(
      (tx) =>
        changeDueDate(tx, ctx.reach, params.id, body.dueDate, (stored) =>
          refuseStale(expected, stored, () => ({ current: stored, submitted: { dueDate: body.dueDate } })),
        ),
      { reason: body.reason },
    );
    const view = await viewOf(ctx, ctx.db, params.id, everything);
    sendRevision(ctx, view.revision);
    return view;
  }),
  bind(contract.removeMany, async (ctx, { body }) =>
    body.preview
      ? previewVoiding(ctx.db, body.assignmentIds)
      : ctx.command((tx) => voidAssignments(tx, body.assignmentIds, body.reason), { reason: body.reason }),
  ),
  bind(contract.assignModule, async (ctx, { body }) =>
    ctx.command(async (tx) => viewOf(ctx, tx.db, await assignModule(tx, ctx.reach, body), everything), {
      reason: body.reason,
    }),
  ),
  bind(contract.onboardingEffect, async (ctx, { params, query }) => {
    const { effect } = await ctx.rehearse((tx) => startOnboarding(tx, params.userId, query.jobTitle));
    await recordReading(ctx, params.userId, 'assignments');
    return effect;
  }),
  bind(contract.startOnboarding, async (ctx, { params, body }) => {
    const { jobTitle, effectHash } = body;
    const { effect: _effect, ...done } = await ctx.command((tx) =>
      startOnboarding(tx, params.userId, jobTitle, effectHash),
    );
    return done;
  }),
];
