/** The public interface of curricula: matrices and their entries (MTX). Assigning them belongs to assignments. */
export { createFromTemplate } from './commands/create-from-template.ts';
export type { FromTemplate } from './commands/create-from-template.ts';
export { listCards } from './curricula.queries.ts';
export type { MatrixCard, MatrixListQuery } from './curricula.queries.ts';
export {
  findMatrix,
  insertEntries,
  insertMatrix,
  lockMatrix,
  matricesOfDepartment,
  organizationOfDepartment,
  requireAssignableModules,
} from './curricula.store.ts';
export type { EntryTerms, StoredMatrix } from './curricula.store.ts';
export {
  archiveMatrix,
  deleteEntry,
  departmentOfOrganization,
  findEntry,
  lockedMatrix,
  updateEntry,
  updateMatrix,
} from './matrix-upkeep.store.ts';
export { matrixMatchesSql } from './matrix-match.ts';
export { featuredDepartmentSql, setFeaturedDepartment } from './featured-department.ts';
