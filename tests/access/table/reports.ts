import type { AccessRows } from '../access-table.ts';

//                anon learner manager admin hr  inspector inactive must-change
const reporters = '401  403    200     200   403 200       401      403';

/** Reports: managers of their team, inspectors of their organizations, administrators of all. */
export const reportsRows: AccessRows = {
  'reports.completion': { expect: { any: reporters } },
  'reports.completionExport': { send: () => ({ query: { format: 'csv' } }), expect: { any: reporters } },
};
