import { Readable } from 'node:stream';
import { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import { AppError } from '#shared/contract/errors.ts';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import { zonedInstant } from '#shared/domain/calendar/evidence-time.ts';
import { authorizeSignature } from '#server/domains/signatures/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { requestedPaper } from '#server/platform/papers/requested-paper.ts';
import { issuing } from '#server/platform/papers/issue-paper.ts';
import { downloadOf } from '#server/platform/http/download-of.ts';
import { whenTableTurn } from '#server/platform/http/stream-turns.ts';
import { csvPieces } from '#server/platform/tables/csv.ts';
import { accountsInBatches, readAccounts, type ReviewedAccount } from './accounts.queries.ts';
import { answerAccounts } from './commands/answer-accounts.ts';
import { cancelReview, openReview, setReviewSchedule } from './commands/open-review.ts';
import { signReview } from './commands/sign-review.ts';
import { reviewPdf } from './review-pdf.ts';
import { reviewColumns, reviewLines } from './reviews-csv.ts';
import { listReviews, listSchedules, reviewView } from './reviews.queries.ts';
import { readSchedule, requireReview } from './reviews.store.ts';

/** Handlers of access reviews (AUTH-17). */
export const accessReviewsRoutes = [
  bind(contract.schedules, async (ctx, { query }) => {
    const { rows, total } = await listSchedules(ctx.db, ctx.reach, query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listReviews(ctx.db, ctx.reach, query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.get, async (ctx, { params: { id } }) =>
    reviewView(
      ctx.services.config,
      ctx.db,
      { reach: ctx.reach, actorId: ctx.actor.id, mayReview: ctx.actor.role === 'admin' },
      id,
    ),
  ),
  bind(contract.accounts, async (ctx, { params: { id }, query }) => {
    const review = await requireReview(ctx.db, ctx.reach, id);
    const page = await readAccounts(ctx.db, ctx.reach, review, query);
    const { organizationId } = review;
    await ctx.recordAccess('access_reviews', String(id), { organizationId });
    return page;
  }),
  bind(contract.accountsCsv, async (ctx, { params: { id }, query: { timeZone: zone, ...query } }) => {
    const timeZone = zone ?? ctx.actor.readerZone;
    const review = await requireReview(ctx.db, ctx.reach, id);
    const { organizationId } = review;
    // The trail records the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('access_reviews', String(id), { organizationId, format: 'csv', filter: query });
    const batches = reviewLines(accountsInBatches(ctx.db, ctx.reach, review, query), timeZone);
    const table = { columns: reviewColumns.map((key) => ({ key })), batches };
    // A finished review has the state of its end, for every request of the file.
    const asOf = review.endedAt ?? ctx.services.clock.now();
    const day = zonedInstant(asOf, timeZone).slice(0, 10);
    // Few pieces wait for a slow reader: each is a whole batch.
    const body = await whenTableTurn(ctx, () => Readable.from(csvPieces(table), { highWaterMark: 2 }));
    const paper = {
      kind: 'access_review',
      format: 'csv',
      asOf,
      timeZone,
      organizationId,
      scope: { reviewId: id, ...query },
    } as const;
    return new RawAnswer(
      200,
      {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="access-review-${String(id)}-${day}.csv"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
      issuing(ctx, paper, body),
    );
  }),
  bind(contract.paper, async (ctx, { params: { id }, query }) => {
    const { organizationId, endedAt, ...review } = await requireReview(ctx.db, ctx.reach, id);
    if (endedAt === null) throw new AppError('ILLEGAL_STEP', { reason: 'review_not_over' });
    const head = await requestedPaper(ctx, query);
    const { asOf, timeZone } = head;
    if (asOf <= endedAt)
      throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'asOf', reason: 'before_first_record' }] });
    // The trail records the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('access_reviews', String(id), {
      organizationId,
      format: 'pdf',
      asOf: asOf.toISOString(),
    });
    const { reach, actor, services, db } = ctx;
    const body = await whenTableTurn(ctx, async () => {
      const view = await reviewView(services.config, db, { reach, actorId: actor.id, mayReview: false }, id);
      const accounts: ReviewedAccount[] = [];
      for await (const batch of accountsInBatches(db, reach, { ...review, organizationId, endedAt }, {}))
        accounts.push(...batch);
      return reviewPdf(services.config, { ...head, review: view, accounts });
    });
    const name = `access-review-${String(id)}-${zonedInstant(endedAt, timeZone).slice(0, 10)}.pdf`;
    const paper = {
      kind: 'access_review',
      format: 'pdf',
      asOf,
      timeZone,
      organizationId,
      scope: { reviewId: id },
    } as const;
    return new RawAnswer(
      200,
      { ...downloadOf(name), 'content-type': 'application/pdf' },
      issuing(ctx, paper, body),
    );
  }),
  bind(contract.open, async (ctx, { body: { organizationId } }) =>
    ctx.command(async (tx) => ({ id: await openReview(tx, organizationId) }), { organizationId }),
  ),
  bind(contract.answer, async (ctx, { params: { id }, body }) => {
    const { organizationId } = await requireReview(ctx.db, wholeReach, id);
    return ctx.command(async (tx) => ({ answered: await answerAccounts(tx, id, body) }), {
      organizationId,
      reason: body.reason,
    });
  }),
  bind(contract.sign, async (ctx, { params: { id }, body: { seen, signature } }) => {
    const { organizationId } = await requireReview(ctx.db, wholeReach, id);
    const authorization = await authorizeSignature(ctx, signature);
    const { meaning } = signature;
    const made = await ctx.command((tx) => signReview(tx, id, seen, authorization, meaning), {
      organizationId,
      reason: meaning,
    });
    return { printedName: made.printedName, signedAt: made.signedAt, timeZone: made.timeZone, meaning };
  }),
  bind(contract.cancel, async (ctx, { params: { id }, body: { reason } }) => {
    const { organizationId } = await requireReview(ctx.db, wholeReach, id);
    await ctx.command((tx) => cancelReview(tx, id), { organizationId, reason });
    return { id };
  }),
  bind(contract.setSchedule, async (ctx, { params: { organizationId }, body: { everyMonths } }) => {
    await readSchedule(ctx.db, organizationId);
    return ctx.command(
      async (tx) => {
        await setReviewSchedule(tx, organizationId, everyMonths);
        return readSchedule(tx.db, organizationId);
      },
      { organizationId },
    );
  }),
];
