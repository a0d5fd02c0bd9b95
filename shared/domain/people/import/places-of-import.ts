import { nameKey } from '#shared/domain/text/plain-line.ts';
import type { ImportOptions, ImportContext, PersonAfter, PersonNow } from './plan-types.ts';
import type { ImportedPerson, RowProblem } from './read-row.ts';

type Place = Pick<PersonAfter, 'organizationId' | 'departmentId' | 'newDepartment'>;

/** Finds the places of people by the names in their rows, and remembers the departments that are missing (USR-06). */
export class Places {
  readonly #options: ImportOptions;
  readonly #organizations: ReadonlyMap<string, { readonly id: number; readonly isActive: boolean }>;
  readonly #departments: ReadonlyMap<string, number>;
  readonly #missing = new Map<string, { readonly organizationId: number; readonly name: string }>();

  constructor(world: ImportContext, options: ImportOptions) {
    this.#options = options;
    this.#organizations = new Map(world.organizations.map((one) => [nameKey(one.name), one]));
    this.#departments = new Map(
      world.departments.map(({ id, name, organizationId }) => [departmentKey(organizationId, name), id]),
    );
  }

  /** Returns the place of a row's person after the import; faults are added to the problems. */
  of(row: ImportedPerson, now: PersonNow | null, problems: RowProblem[]): Place {
    const organizationId = this.#organizationOf(row, now, problems);
    // A department belongs to one organization: who leaves that one leaves the department too.
    const kept = now !== null && organizationId === now.organizationId ? now.departmentId : null;
    const { department } = row;
    if (department === undefined) return { organizationId, departmentId: kept, newDepartment: null };
    if (department === null) return { organizationId, departmentId: null, newDepartment: null };
    const none = { organizationId, departmentId: null, newDepartment: null };
    if (organizationId === null) {
      if (!problems.some(({ field }) => field === 'organization'))
        problems.push({ field: 'department', value: department, reason: 'import_department_alone' });
      return none;
    }
    const key = departmentKey(organizationId, department);
    const departmentId = this.#departments.get(key);
    if (departmentId !== undefined) return { organizationId, departmentId, newDepartment: null };
    if (!this.#options.createDepartments) {
      problems.push({ field: 'department', value: department, reason: 'import_department_unknown' });
      return none;
    }
    const missing = this.#missing.get(key) ?? { organizationId, name: department };
    this.#missing.set(key, missing);
    return { organizationId, departmentId: null, newDepartment: missing.name };
  }

  /** Returns the departments that must be created, in the order of organizations and names. */
  created(): readonly { readonly organizationId: number; readonly name: string }[] {
    return [...this.#missing.values()].toSorted(
      (a, b) => a.organizationId - b.organizationId || (a.name < b.name ? -1 : 1),
    );
  }

  #organizationOf(row: ImportedPerson, now: PersonNow | null, problems: RowProblem[]): number | null {
    if (row.organization == null) return now === null ? this.#options.organizationId : now.organizationId;
    const found = this.#organizations.get(nameKey(row.organization));
    const isAllowed = found !== undefined && (found.isActive || found.id === now?.organizationId);
    if (!isAllowed)
      problems.push({
        field: 'organization',
        value: row.organization,
        reason: found ? 'import_organization_archived' : 'import_organization_unknown',
      });
    return isAllowed ? found.id : null;
  }
}

/** Returns the key by which departments are the same. */
export const departmentKey = (organizationId: number | null, name: string): string =>
  `${String(organizationId)} ${nameKey(name)}`;
