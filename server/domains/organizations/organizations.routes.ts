import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import { departmentView } from '#shared/contract/department-schemas.ts';
import { organizationsContract as contract, organizationView } from '#shared/contract/organizations.ts';
import { noReach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { expectedRevision, refuseStale, sendRevision } from '#server/platform/http/if-match.ts';
import { changeOrganization } from './commands/change-organization.ts';
import { createDepartment } from './commands/create-department.ts';
import { createOrganization } from './commands/create-organization.ts';
import { removeOrganization } from './commands/remove-organization.ts';
import { renameDepartment } from './commands/rename-department.ts';
import {
  countDependents,
  findDepartment,
  findOrganization,
  listDepartments,
  listForLanding,
  listOrganizations,
  membersByOrganization,
  type OrganizationScope,
} from './organizations.queries.ts';

const everything: OrganizationScope = { reach: { ...noReach, all: true }, own: null };

function scopeOf(ctx: RequestContext): OrganizationScope {
  return { reach: ctx.reach, own: ctx.actor.organizationId };
}

async function loadOrganization(db: Kysely<DB>, id: number): Promise<z.output<typeof organizationView>> {
  const found = await findOrganization(db, everything, id);
  if (!found) throw new AppError('NOT_FOUND');
  return organizationView.parse(found);
}

async function loadDepartment(db: Kysely<DB>, id: number): Promise<z.output<typeof departmentView>> {
  const found = await findDepartment(db, id);
  if (!found) throw new AppError('NOT_FOUND');
  return departmentView.parse(found);
}

/** Handlers of the calls about organizations and departments (ORG-01 … ORG-04, SHELL-01). */
export const organizationsRoutes = [
  bind(contract.landing, async (ctx) => ({
    organizations: await listForLanding(ctx.db),
    externalSignIn: (ctx.services.config.oidc ?? ctx.services.config.saml) !== undefined,
    emailConfigured: ctx.services.config.smtp !== undefined,
  })),

  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listOrganizations(ctx.db, scopeOf(ctx), query);
    ctx.total(total, query);
    return rows;
  }),

  bind(contract.get, async (ctx, { params }) => {
    const found = await findOrganization(ctx.db, scopeOf(ctx), params.id);
    if (!found) throw new AppError('NOT_FOUND');
    sendRevision(ctx, found.revision);
    return found;
  }),

  bind(contract.people, async (ctx, { query }) => membersByOrganization(ctx.db, scopeOf(ctx), query)),

  bind(contract.removal, async (ctx, { params }) => {
    await loadOrganization(ctx.db, params.id);
    const counts = await countDependents(ctx.db, params.id);
    const { users, matrices, modules, periods, grants } = counts;
    const empty = users + matrices + modules + periods + grants === 0;
    return { ...counts, outcome: empty ? ('delete' as const) : ('archive' as const) };
  }),

  bind(contract.create, async (ctx, { body }) =>
    ctx.command(async (tx) => loadOrganization(tx.db, await createOrganization(tx, body))),
  ),

  bind(contract.update, async (ctx, { params, body }) => {
    const expected = expectedRevision(ctx);
    const answer = await ctx.command(
      async (tx) => {
        await changeOrganization(tx, params.id, body, async (stored) => {
          const current = await loadOrganization(tx.db, params.id);
          refuseStale(expected, stored, () => ({ current, submitted: body }));
        });
        return loadOrganization(tx.db, params.id);
      },
      { organizationId: params.id },
    );
    sendRevision(ctx, answer.revision);
    return answer;
  }),

  bind(contract.remove, async (ctx, { params }) =>
    ctx.command(
      async (tx) => {
        const outcome = await removeOrganization(tx, params.id);
        return {
          outcome,
          organization: outcome === 'deleted' ? null : await loadOrganization(tx.db, params.id),
        };
      },
      { organizationId: params.id },
    ),
  ),

  bind(contract.departments, async (ctx, { query }) => {
    const { rows, total } = await listDepartments(ctx.db, scopeOf(ctx), query);
    ctx.total(total, query);
    return rows;
  }),

  bind(contract.createDepartment, async (ctx, { body }) =>
    ctx.command(async (tx) => loadDepartment(tx.db, await createDepartment(tx, body)), {
      organizationId: body.organizationId,
    }),
  ),

  bind(contract.renameDepartment, async (ctx, { params, body }) => {
    const expected = expectedRevision(ctx);
    const answer = await ctx.command(async (tx) => {
      await renameDepartment(tx, params.id, body.name, async (stored) => {
        const current = await loadDepartment(tx.db, params.id);
        refuseStale(expected, stored, () => ({ current, submitted: body }));
      });
      return loadDepartment(tx.db, params.id);
    });
    sendRevision(ctx, answer.revision);
    return answer;
  }),
];
