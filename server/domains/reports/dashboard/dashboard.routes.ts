import { dashboardContract as contract } from '#shared/contract/dashboard.ts';
import { addSums, figuresOfSums, type GroupSums } from '#shared/domain/compliance/figures.ts';
import { tierOf } from '#shared/domain/compliance/tiers.ts';
import { figuresBy } from '#server/domains/assignments/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { byName } from '../compliance/compliance.ts';
import { findPlaces } from '../place-names.ts';
import { recentActivity } from './activity.queries.ts';

/** Figures with the tier of the completion rate that the dashboard shows (CMP-02, CMP-03). */
function shownFigures(sums: readonly GroupSums[]) {
  const figures = figuresOfSums(addSums(sums));
  return { figures, complianceStatus: figures.hasData ? tierOf(figures.completionRate) : null };
}

/** Handlers of the Training Dashboard (SPEC §2.4, DASH-01). */
export const dashboardRoutes = [
  bind(contract.stats, async (ctx) => {
    const { figures, complianceStatus } = shownFigures(
      await figuresBy(ctx.db, { reach: ctx.reach, org: 'all' }, []),
    );
    return {
      totalUsers: figures.totalUsers,
      activeUsers: figures.activeUsers,
      completedTrainings: figures.completedAssignments,
      pendingUsers: figures.pendingUsers,
      overdueTrainings: figures.overdueAssignments,
      expiredTrainings: figures.expiredAssignments,
      overdueUsers: figures.overdueUsers,
      overallCompletionRate: figures.completionRate,
      complianceStatus,
    };
  }),
  bind(contract.organizations, async (ctx, { query }) => {
    const [names, rows] = await Promise.all([
      findPlaces(ctx.db, ctx.reach, undefined),
      figuresBy(ctx.db, { reach: ctx.reach, org: 'all' }, ['organization', 'department']),
    ]);
    const groups = Map.groupBy(rows, (row) => row.organizationId);
    // Organizations without people are listed here too.
    const ids = [...new Set([...names.organizations.keys(), ...groups.keys()])];
    const places = ids
      .map((id) => ({ id, name: id === null ? null : (names.organizations.get(id) ?? null) }))
      .toSorted(byName);
    return ctx.page(places, query).map(({ id, name }) => {
      const members = groups.get(id) ?? [];
      const { figures, complianceStatus } = shownFigures(members);
      const departments = members.map((row) => {
        const part = shownFigures([row]);
        const deptName = row.departmentId === null ? null : (names.departments.get(row.departmentId) ?? null);
        return {
          name: deptName,
          deptId: row.departmentId,
          deptName,
          completionRate: part.figures.completionRate,
          complianceStatus: part.complianceStatus,
        };
      });
      return {
        orgId: id,
        orgName: name,
        complianceStatus,
        overallCompletionRate: figures.completionRate,
        totalUsers: figures.totalUsers,
        activeUsers: figures.activeUsers,
        pendingUsers: figures.pendingUsers,
        overdueCount: figures.overdueUsers,
        departments: id === null ? [] : departments.toSorted(byName),
      };
    });
  }),
  bind(contract.recentActivity, async (ctx, { query }) =>
    ctx.page(await recentActivity(ctx.db, ctx.reach, ctx.actor.language), query),
  ),
];
