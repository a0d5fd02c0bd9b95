import { AppError } from '#shared/contract/errors.ts';
import { papersContract as contract } from '#shared/contract/papers.ts';
import { countPublicRead } from '#server/domains/accounts/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { papersOf } from './papers.queries.ts';

/** The public check of papers (INS-03): a person with a file has its hash, and learns only the content of the file. */
export const papersRoutes = [
  bind(contract.check, async (ctx, { params: { sha256 } }) => {
    await countPublicRead(ctx.db, ctx.services.config, ctx.ip);
    const papers = await papersOf(ctx.db, sha256);
    if (papers.length === 0) throw new AppError('NOT_FOUND', { reason: 'paper_unknown' });
    return [...papers];
  }),
];
