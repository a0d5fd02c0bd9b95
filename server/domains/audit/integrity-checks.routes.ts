import { integrityChecksContract as contract } from '#shared/contract/integrity-checks.ts';
import { authorizeSignature } from '#server/domains/signatures/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { listCopies } from './destinations/copies.queries.ts';
import { cancelCheck, requestCheck } from './runs/request-check.ts';
import { listChecks, listFindings } from './runs/runs.queries.ts';
import { readOpenFindings } from './runs/runs.store.ts';
import { signFindings } from './runs/sign-findings.ts';

/** Binds the integrity checks (AUD-04, OPS-10). */
export const integrityChecksRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listChecks(ctx.services.config, ctx.db, ctx.reach, query);
    ctx.total(total, query);
    return [...rows];
  }),
  bind(contract.findings, async (ctx, { query }) => {
    const { rows, total } = await listFindings(ctx.db, ctx.reach, query);
    ctx.total(total, query);
    return [...rows];
  }),
  bind(contract.standing, async (ctx) => {
    const { count, hash } = await readOpenFindings(ctx.db);
    return {
      openFindings: count,
      findingsHash: hash,
      statement: count > 0 ? ('findings_handled' as const) : null,
    };
  }),
  bind(contract.copies, async (ctx) => [...(await listCopies(ctx.services.config, ctx.db))]),
  bind(contract.start, async (ctx, { body }) =>
    ctx.command(async (tx) => ({
      id: await requestCheck(tx, { kind: 'manual', withFiles: body.withFiles }),
    })),
  ),
  bind(contract.cancel, async (ctx, { params: { id } }) =>
    ctx.command(async (tx) => {
      await cancelCheck(tx, id);
      return { id };
    }),
  ),
  bind(contract.sign, async (ctx, { body }) => {
    const { findingsHash, reason, signature } = body;
    const authorization = await authorizeSignature(ctx, signature);
    const { meaning } = signature;
    const made = await ctx.command(
      (tx) => signFindings(tx, authorization, { findingsHash, reason, meaning }),
      { reason },
    );
    return { printedName: made.printedName, signedAt: made.signedAt, timeZone: made.timeZone, meaning };
  }),
];
