import { complianceContract as contract, type listedStates } from '#shared/contract/compliance.ts';
import { AppError } from '#shared/contract/errors.ts';
import { addSums, figuresOfSums, type GroupFigures } from '#shared/domain/compliance/figures.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { issued } from '#server/platform/papers/issue-paper.ts';
import { concernedOrganization } from '../concerned-organization.ts';
import { complianceCsv } from './compliance-csv.ts';
import { requestedInstant, scopeAt } from '../requested-scope.ts';
import { findPlaces } from '../place-names.ts';
import { requestedFigures } from '../report-figures.ts';
import { dayScope } from '../past/past-days.ts';
import { complianceMetrics } from './compliance.ts';
import { compliancePeople } from './people.queries.ts';

/** How many people a list has. */
const countOf: Readonly<Record<(typeof listedStates)[number], (figures: GroupFigures) => number>> = {
  all: ({ totalUsers }) => totalUsers,
  compliant: ({ compliantUsers }) => compliantUsers,
  overdue: ({ overdueUsers }) => overdueUsers,
  pending: ({ pendingUsers }) => pendingUsers,
  complete: ({ groups }) => groups.complete,
  nothing_required: ({ groups }) => groups.nothingRequired,
  never_signed_in: ({ neverSignedIn }) => neverSignedIn,
};

/** Handlers of the compliance dashboard (CMP-01). */
export const complianceRoutes = [
  bind(contract.metrics, async (ctx, { query: { asOf, moduleId, ...query } }) =>
    complianceMetrics(
      ctx.db,
      { ...(await dayScope(ctx, { asOf, org: query.organization })), moduleId },
      query,
    ),
  ),
  bind(contract.people, async (ctx, { query }) => {
    const { organization: org, departmentId, role, state, limit, offset, moduleId, asOf } = query;
    const scope = { ...(await dayScope(ctx, { asOf, org })), org, departmentId, role, moduleId };
    const [names, sums, people] = await Promise.all([
      findPlaces(ctx.db, ctx.reach, scope.asOf),
      requestedFigures(ctx.db, scope, []).then(addSums),
      compliancePeople(ctx.db, { scope, state, limit, offset }),
    ]);
    if (typeof org === 'number' && !names.organizations.has(org)) throw new AppError('NOT_FOUND');
    ctx.total(countOf[state](figuresOfSums(sums)), query);
    return [...people];
  }),
  bind(contract.export, async (ctx, { query }) => {
    const { asOf, moduleId, timeZone: zone, ...filter } = query;
    const timeZone = zone ?? ctx.actor.readerZone;
    const asked = { ...(await dayScope(ctx, { asOf, org: query.organization })), moduleId };
    const instant = await requestedInstant(ctx.db, asked.asOf, timeZone);
    const scope = await scopeAt(ctx.db, asked, instant);
    const [metrics, places] = await Promise.all([
      complianceMetrics(ctx.db, scope, filter),
      findPlaces(ctx.db, ctx.reach, scope.asOf),
    ]);
    const organizationId = await concernedOrganization(ctx, query.organization);
    // The trail records the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('reports', 'compliance', {
      organizationId,
      format: 'csv',
      filter: query,
    });
    const body = Buffer.from(complianceCsv(metrics, timeZone));
    const paper = {
      kind: 'compliance',
      format: 'csv',
      asOf: instant,
      timeZone,
      organizationId,
      scope: query,
    } as const;
    return new RawAnswer(
      200,
      {
        'content-type': 'text/csv; charset=utf-8',
        'content-length': String(body.length),
        'content-disposition': `attachment; filename="compliance-${places.todayOf(query.organization)}.csv"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
      await issued(ctx, paper, body),
    );
  }),
];
