import { complianceContract as contract } from '#shared/contract/compliance.ts';
import { AppError } from '#shared/contract/errors.ts';
import { addSums } from '#shared/domain/compliance/figures.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { complianceCsv } from './compliance-csv.ts';
import { findPlaces } from '../place-names.ts';
import { figuresAsked } from '../report-figures.ts';
import { dayScope } from '../past/past-days.ts';
import { complianceMetrics } from './compliance.ts';
import { compliancePeople } from './people.queries.ts';

const countOf = {
  all: 'people',
  compliant: 'compliant',
  overdue: 'overduePeople',
  pending: 'pendingPeople',
} as const;

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
      figuresAsked(ctx.db, scope, []).then(addSums),
      compliancePeople(ctx.db, { scope, state, limit, offset }),
    ]);
    if (typeof org === 'number' && !names.organizations.has(org)) throw new AppError('NOT_FOUND');
    ctx.total(sums[countOf[state]], query);
    return [...people];
  }),
  bind(contract.export, async (ctx, { query }) => {
    const { asOf, moduleId, ...filter } = query;
    const scope = { ...(await dayScope(ctx, { asOf, org: query.organization })), moduleId };
    const [metrics, places] = await Promise.all([
      complianceMetrics(ctx.db, scope, filter),
      findPlaces(ctx.db, ctx.reach, scope.asOf),
    ]);
    // The trail knows of the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('reports', 'compliance', { format: 'csv', filter: query });
    const body = Buffer.from(complianceCsv(metrics));
    return new RawAnswer(
      200,
      {
        'content-type': 'text/csv; charset=utf-8',
        'content-length': String(body.length),
        'content-disposition': `attachment; filename="compliance-${places.todayOf(query.organization)}.csv"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
      body,
    );
  }),
];
