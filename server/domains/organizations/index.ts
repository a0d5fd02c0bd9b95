/** The door to organizations for other areas (ORG-01 … ORG-04). */
export { requireAnAdministrator } from './administrators.ts';
export { createDepartment } from './commands/create-department.ts';
export type * from './organizations.events.ts';
