import { apiTokensContract as contract } from '#shared/contract/api-tokens.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { createToken } from './commands/create-token.ts';
import { revokeToken } from './commands/revoke-token.ts';
import { newTokenText } from './token-text.ts';
import { listTokens } from './tokens.queries.ts';

/** Serves {@link contract}: API tokens for machines (OPS-06). */
export const tokensRoutes: readonly Binding[] = [
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listTokens(ctx.db, query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.create, async (ctx, { body }) => {
    const token = newTokenText();
    // The secret stays outside the command, because the command's answer is stored with the Idempotency-Key.
    let made: string | null = null;
    const id = await ctx.command(
      async (tx) => {
        const created = await createToken(tx, body, token);
        made = token;
        return created;
      },
      { reason: body.reason, organizationId: body.organizationId },
    );
    return { id, token: made };
  }),
  bind(contract.revoke, async (ctx, { params: { id }, body: { reason } }) => {
    await ctx.command((tx) => revokeToken(tx, id), { reason });
    return { id };
  }),
];
