import type { AccessRows } from '../access-table.ts';

//                anon learner manager admin hr  inspector inactive must-change
const overseers = '401  403    403     200   403 200       401      403';

/** Dashboards: inspectors of their organizations, administrators of all; managers have their own. */
export const complianceRows: AccessRows = {
  'compliance.metrics': { expect: { any: overseers } },
  'compliance.people': { expect: { any: overseers } },
  'compliance.export': { expect: { any: overseers } },
  'dashboard.stats': { expect: { any: overseers } },
  'dashboard.organizations': { expect: { any: overseers } },
  'dashboard.recentActivity': { expect: { any: overseers } },
};
