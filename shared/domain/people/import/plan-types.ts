import type { Role } from '#shared/domain/access/permissions.ts';
import type { ImportField } from './fields.ts';
import type { ImportedPerson, RowProblem } from './read-row.ts';

/** A person as an import finds them. */
export interface PersonNow {
  readonly id: string;
  readonly email: string;
  readonly externalId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly role: Role;
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly managerId: string | null;
  readonly jobTitle: string | null;
  readonly isActive: boolean;
}

/** The records that the plan for an import is based on (USR-06). */
export interface ImportContext {
  readonly people: readonly PersonNow[];
  readonly organizations: readonly {
    readonly id: number;
    readonly name: string;
    readonly isActive: boolean;
  }[];
  readonly departments: readonly {
    readonly id: number;
    readonly name: string;
    readonly organizationId: number;
  }[];
  /** Addresses of the file, in lower case, that belonged to somebody, by the id of the only person who can get them again. */
  readonly retiredEmails: ReadonlyMap<string, string>;
  /** Who imports. */
  readonly importerId: string;
}

/** The options of an import in addition to changing people. */
export interface ImportOptions {
  /** The organization of new people whose row names none. */
  readonly organizationId: number | null;
  readonly createDepartments: boolean;
  readonly createJobTitles: boolean;
  /** People of the file who are named as managers get the role of one, unless the file says another role. */
  readonly raiseManagers: boolean;
  /** The file has everybody: active people of its organizations who are not in it are proposed for deactivation. */
  readonly completeFile: boolean;
}

/** The result of a row; if several apply, the first one. */
export const rowOutcomes = [
  'bad',
  'created',
  'reactivated',
  'deactivated',
  'moved',
  'changed',
  'unchanged',
] as const;
/** One of {@link rowOutcomes}. */
export type RowOutcome = (typeof rowOutcomes)[number];

/** A person after the import; a key is the id of a person, or `#line` of one who does not exist yet. */
export interface PersonAfter extends Omit<PersonNow, 'id' | 'managerId' | 'departmentId'> {
  readonly departmentId: number | null;
  /** A department that does not exist yet. */
  readonly newDepartment: string | null;
  readonly managerKey: string | null;
}

/** A row with its result. */
export interface PlannedRow {
  readonly line: number;
  readonly outcome: RowOutcome;
  /** Null: a new person. */
  readonly userId: string | null;
  readonly after: PersonAfter;
  /** The fields that change. */
  readonly fields: readonly ImportField[];
  readonly problems: readonly RowProblem[];
}

/** The plan of a whole import (USR-06). */
export interface ImportPlan {
  readonly rows: readonly PlannedRow[];
  readonly newDepartments: readonly { readonly organizationId: number; readonly name: string }[];
  readonly newJobTitles: readonly string[];
  /** People who are proposed for deactivation. */
  readonly missing: readonly string[];
}

/** Returns the key of a person of the file who does not exist yet. */
export const newKey = (line: number): string => `#${String(line)}`;

/** A row that is being planned. */
export interface PlanEntry {
  readonly row: ImportedPerson;
  readonly now: PersonNow | null;
  readonly key: string;
  after: PersonAfter;
  readonly problems: RowProblem[];
}
