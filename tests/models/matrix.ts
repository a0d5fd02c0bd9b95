import type { RenewalTerms } from '#shared/domain/assignments/renewal.ts';

/** Days to due and all of an entry that the rules must know (SPEC §3, MTX-02). */
export interface MatrixEntry {
  readonly id: number;
  readonly moduleId: number;
  /** Whether the module can be assigned at all: false once it is retired (MOD-13). */
  readonly moduleIsActive: boolean;
  /** Whether the entry demands the module; an optional one only keeps what is assigned already. */
  readonly isRequired: boolean;
  readonly daysToDue: number;
  /** How often it is renewed, and how long ahead that opens (MTX-08). */
  readonly renewal: RenewalTerms;
}

/** A matrix with its entries (MTX-02); an empty department or job title matches any. */
export interface Matrix {
  readonly id: number;
  readonly organizationId: number;
  readonly departmentId: number | null;
  readonly jobTitle: string | null;
  readonly entries: readonly MatrixEntry[];
}

/** What decides which matrices match a person (MTX-06). */
export interface PersonPlace {
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly jobTitle: string | null;
}

/** Job titles are free text (USR-02): letter case and spacing must not decide over a training. */
function jobTitleKey(jobTitle: string | null): string {
  return (jobTitle ?? '').trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** Whether a matrix matches a person: same organization, and department and job title where it names them (MTX-06). */
export function matrixMatches(matrix: Omit<Matrix, 'id' | 'entries'>, person: PersonPlace): boolean {
  if (matrix.organizationId !== person.organizationId) return false;
  if (matrix.departmentId !== null && matrix.departmentId !== person.departmentId) return false;
  const wanted = jobTitleKey(matrix.jobTitle);
  return wanted === '' || wanted === jobTitleKey(person.jobTitle);
}
