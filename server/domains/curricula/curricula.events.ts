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

/** How an entry demands its module was changed (MTX-02). */
export interface MatrixModuleChanged extends DomainEvent {
  readonly type: 'matrix.module_changed';
  readonly matrixId: number;
  readonly moduleId: number;
}

/** A matrix has another name or matches other people (MTX-02). */
export interface MatrixChanged extends DomainEvent {
  readonly type: 'matrix.changed';
  readonly matrixId: number;
}

/** A matrix was removed with its entries and memberships (MTX-06). */
export interface MatrixRemoved extends DomainEvent {
  readonly type: 'matrix.removed';
  readonly matrixId: number;
}

/** The explicit membership of a person ended (MTX-06). */
export interface MatrixMemberRemoved extends DomainEvent {
  readonly type: 'matrix.member_removed';
  readonly matrixId: number;
  readonly userId: string;
}

/** Every event of this area. */
export type CurriculaEvent =
  | MatrixCreated
  | MatrixModulesAdded
  | MatrixModuleRemoved
  | MatrixModuleChanged
  | MatrixChanged
  | MatrixRemoved
  | MatrixMemberRemoved;

/** Raises an event of this area with its type checked. */
export const curriculaEvent = (event: CurriculaEvent): CurriculaEvent => event;
