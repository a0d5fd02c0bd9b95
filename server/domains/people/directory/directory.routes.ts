import { directoryContract as contract } from '#shared/contract/directory.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { expectedRevision, refuseStale } from '#server/platform/http/if-match.ts';
import { setGroupRole } from './commands/set-group-role.ts';
import { listGroupsWithRoles } from './groups.queries.ts';

/** Serves {@link contract}: the groups of a company directory, and the roles that they give (OPS-06). */
export const directoryRoutes: readonly Binding[] = [
  bind(contract.groups, async (ctx, { query }) => {
    const { rows, total } = await listGroupsWithRoles(ctx.db, query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.setRole, async (ctx, { params: { id }, body: { role, reason } }) => {
    const expected = expectedRevision(ctx);
    await ctx.command(
      (tx) =>
        setGroupRole(tx, id, role, (stored) => {
          const current = { role: stored.role, revision: stored.revision };
          refuseStale(expected, stored, () => ({ current, submitted: { role } }));
        }),
      { reason },
    );
    return { id };
  }),
];
