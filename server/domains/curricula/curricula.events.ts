import type { DomainEvent } from '#server/platform/command/transaction.ts';

/** A matrix was made (MTX-03). */
export interface MatrixCreated extends DomainEvent {
  readonly type: 'matrix.created';
  readonly matrixId: number;
  readonly organizationId: number;
}

/** Modules were added to a matrix (MTX-03, MTX-04). */
export interface MatrixModulesAdded extends DomainEvent {
  readonly type: 'matrix.modules_added';
  readonly matrixId: number;
  readonly moduleIds: readonly number[];
}

/** A module was taken out of a matrix (MTX-06). */
export interface MatrixModuleRemoved extends DomainEvent {
  readonly type: 'matrix.module_removed';
  readonly matrixId: number;
  readonly moduleId: number;
}

/** Every event of this area. */
export type CurriculaEvent = MatrixCreated | MatrixModulesAdded | MatrixModuleRemoved;

/** Raises an event of this area with its type checked. */
export const curriculaEvent = (event: CurriculaEvent): CurriculaEvent => event;
