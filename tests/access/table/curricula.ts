import type { AccessRow, AccessRows } from '../access-table.ts';

//                 anon learner manager admin hr  inspector inactive must-change
const inspected = ' 401  403     403     200   403 200       401      403';
const adminMakes = '401  403     403     201   403 403       401      403';
const adminOnly = ' 401  403     403     200   403 403       401      403';

const manage = (send: NonNullable<AccessRow['send']>, statuses = adminOnly): AccessRow => ({
  send,
  expect: { own: statuses, report: statuses, foreign: statuses },
});

let number = 0;
const another = () => `Matrix of the table ${String((number += 1))}`;

/** Matrices: administrators, and inspectors reading those of their organizations. */
export const curriculaRows: AccessRows = {
  'curricula.entries': { expect: { any: inspected } },
  'curricula.matrices': { expect: { any: inspected } },
  'curricula.templates': { expect: { any: inspected } },
  'curricula.createFromTemplate': manage(
    ({ organizationId }) => ({ body: { templateKey: 'clinical-research', name: another(), organizationId } }),
    adminMakes,
  ),
  'curricula.assignModules': manage(({ material, departmentId }) => ({
    body: { moduleIds: [material.completedModuleId], matrixName: another(), departmentId },
  })),
  'curricula.addModule': manage(({ material, departmentId, organizationId }, world) => ({
    body: { departmentId, moduleId: material.completedModuleId, matrixId: world.matrixOf(organizationId).id },
  })),
  'curricula.assign': manage(({ organizationId, person }, world) => ({
    body: { matrixName: world.matrixOf(organizationId).name, specificUserIds: [person.id], preview: true },
  })),
  'curricula.figures': { expect: { any: adminOnly } },
  'curricula.departments': { expect: { any: adminOnly } },
  'curricula.people': { expect: { any: adminOnly } },
  'curricula.setFeaturedDepartment': manage(({ departmentId }) => ({ body: { departmentId } })),
  'curricula.change': manage(({ organizationId }, world) => ({
    params: { matrixId: String(world.matrixOf(organizationId).id) },
    body: { jobTitle: 'Nurse', preview: true },
  })),
  'curricula.remove': manage(({ organizationId }, world) => ({
    params: { matrixId: String(world.matrixOf(organizationId).id) },
    query: { preview: 'true' },
  })),
  'curricula.changeEntry': manage(({ organizationId }, world) => ({
    params: { matrixId: String(world.matrixOf(organizationId).entryId) },
    body: { daysToDue: 10, preview: true },
  })),
  'curricula.removeEntry': manage(({ organizationId }, world) => ({
    params: { matrixId: String(world.matrixOf(organizationId).entryId) },
    query: { preview: 'true' },
  })),
  // Nobody is a member here: administrators get 404, others do not get that far.
  'curricula.removeMember': manage(
    ({ organizationId, person }, world) => ({
      params: { matrixId: String(world.matrixOf(organizationId).id), userId: person.id },
      query: { preview: 'true' },
    }),
    '401  403     403     404   403 403       401      403',
  ),
};
