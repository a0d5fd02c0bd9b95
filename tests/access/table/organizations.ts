import { createDepartment, createOrganization } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows } from '../access-table.ts';

//                  anon learner manager admin hr  inspector inactive must-change
const adminMakes = ' 401  403     403     201   403 403       401      403';
const adminChanges = '401 403     403     200   403 403       401      403';

/** For administrators, whichever organization it is about. */
const manage = (send: AccessRow['send'], statuses: string): AccessRow => ({
  ...(send ? { send } : {}),
  expect: { own: statuses, report: statuses, foreign: statuses },
});

let number = 0;
const another = (what: string) => `${what} of the table ${String((number += 1))}`;

/** Organizations and departments: others than administrators read their own, inspectors those of the grant. */
export const organizationsRows: AccessRows = {
  'organizations.landing': { expect: { any: '200 200 200 200 200 200 200 200' } },
  'organizations.list': { expect: { any: '401 200 200 200 200 200 401 403' } },
  'organizations.get': {
    send: ({ organizationId }) => ({ params: { id: String(organizationId) } }),
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  200     200     200   200 200       401      403',
      report: ' 401  200     200     200   200 200       401      403',
      foreign: '401  404     404     200   404 404       401      403',
    },
  },
  'organizations.people': { expect: { any: '401 403 403 200 403 200 401 403' } },
  'organizations.removal': manage(
    ({ organizationId }) => ({ params: { id: String(organizationId) } }),
    adminChanges,
  ),
  'organizations.create': {
    send: () => ({ body: { name: another('Organization'), type: 'Test' } }),
    expect: { any: adminMakes },
  },
  'organizations.update': manage(
    ({ organizationId }) => ({ params: { id: String(organizationId) }, body: { description: 'Seen' } }),
    adminChanges,
  ),
  'organizations.remove': {
    send: async (_, { server }) => ({
      params: { id: String((await createOrganization(server.services)).id) },
    }),
    // Always another, empty organization: of three organizations none may go.
    expect: { own: adminChanges, report: adminChanges, foreign: adminChanges },
  },
  'departments.list': { expect: { any: '401 200 200 200 200 200 401 403' } },
  'departments.create': manage(
    ({ organizationId }) => ({ body: { name: another('Department'), organizationId } }),
    adminMakes,
  ),
  'departments.rename': manage(async ({ organizationId }, { server }) => {
    const department = await createDepartment(server.services, { organizationId });
    return { params: { id: String(department.id) }, body: { name: another('Renamed') } };
  }, adminChanges),
};
