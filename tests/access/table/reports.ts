import type { AccessRows } from '../access-table.ts';

//                anon learner manager admin hr  inspector inactive must-change
const reporters = '401  403    200     200   403 200       401      403';

/** Reports: managers of their team, inspectors of their organizations, administrators of all. */
export const reportsRows: AccessRows = {
  'reports.completion': { expect: { any: reporters } },
  'reports.trainingFile': {
    send: ({ person }) => ({ params: { userId: person.id } }),
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  200     200     200   200 200       401      403',
      report: ' 401  404     200     200   200 200       401      403',
      foreign: '401  404     404     200   404 404       401      403',
    },
  },
  'reports.completionExport': { send: () => ({ query: { format: 'csv' } }), expect: { any: reporters } },
};
