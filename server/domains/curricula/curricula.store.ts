import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { FieldError } from '#shared/reasons/reasons.ts';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** A matrix as commands need it (MTX-02). */
export interface StoredMatrix {
  readonly id: number;
  readonly name: string;
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly jobTitle: string | null;
}

/** How the entries that a command makes demand their modules (MTX-02). */
export interface EntryTerms {
  readonly isRequired: boolean;
  readonly daysToDue: number;
  readonly renewalPeriod?: number | null | undefined;
  readonly renewalWindow: number;
}

const columns = ['id', 'name', 'organizationId', 'departmentId', 'jobTitle'] as const;

/**
 * Finds the matrix that a call names, by id or by name. A name that exists in two organizations is AMBIGUOUS_NAME with
 * the candidates (T24); NOT_FOUND without a match.
 */
export async function findMatrix(
  db: Kysely<DB>,
  wanted: { readonly matrixId?: number | null | undefined; readonly name?: string | null | undefined },
): Promise<StoredMatrix> {
  if (wanted.matrixId != null) {
    const row = await db
      .selectFrom('trainingMatrices')
      .select([...columns])
      .where('id', '=', wanted.matrixId)
      .where('archivedAt', 'is', null)
      .executeTakeFirst();
    if (!row) throw new AppError('NOT_FOUND', { reason: 'matrix_unknown' });
    return row;
  }
  const { rows } = await sql<StoredMatrix & { organizationName: string | null }>`
    select m.id, m.name, m.organization_id, m.department_id, m.job_title, o.name as organization_name
    from training_matrices m left join organizations o on o.id = m.organization_id
    where lower(m.name) = lower(${wanted.name ?? ''}) and m.archived_at is null
    order by m.id limit 20
  `.execute(db);
  const [only, second] = rows;
  if (!only) throw new AppError('NOT_FOUND', { reason: 'matrix_unknown' });
  if (second) {
    throw new AppError('AMBIGUOUS_NAME', {
      extra: {
        matches: rows.map(({ id, name, organizationId, organizationName }) => ({
          matrixId: id,
          matrixName: name,
          organizationId,
          organizationName,
        })),
      },
    });
  }
  return only;
}

/**
 * Locks a matrix for the rest of the command: `share` while it is assigned, `change` while its entries change, so that an effect
 * that was shown cannot change before the command ends (MTX-06). NOT_FOUND if it was removed in the meantime.
 */
export async function lockMatrix(
  tx: CommandTransaction,
  matrixId: number,
  mode: 'share' | 'change',
): Promise<void> {
  const lock = mode === 'share' ? sql`for share` : sql`for no key update`;
  const { rows } = await sql`
    select 1 from training_matrices where id = ${matrixId} and archived_at is null ${lock}
  `.execute(tx.db);
  if (rows.length === 0) throw new AppError('NOT_FOUND', { reason: 'matrix_unknown' });
}

/** Creates a matrix; DUPLICATE at `path` if the organization has one of this name (DESIGN 'The data'). */
export async function insertMatrix(
  tx: CommandTransaction,
  matrix: {
    readonly name: string;
    readonly organizationId: number;
    readonly departmentId: number | null;
    readonly jobTitle: string | null;
    readonly templateKey?: string;
  },
  path: string,
): Promise<StoredMatrix> {
  const row = await tx.db
    .insertInto('trainingMatrices')
    .values({ ...matrix, jobTitle: matrix.jobTitle || null, createdBy: tx.actorId })
    .onConflict((conflict) => conflict.doNothing())
    .returning([...columns])
    .executeTakeFirst();
  if (row) return row;
  throw nameTaken(path);
}

/** The refusal of a name that another matrix of the organization has. */
export function nameTaken(path: string): AppError {
  const reason = 'matrix_name_taken';
  return new AppError('DUPLICATE', { errors: [{ path, reason }] });
}

/** Returns the organization of a department; VALIDATION_FAILED at `departmentId` when there is none or it is archived. */
export async function organizationOfDepartment(
  db: Kysely<DB>,
  departmentId: number,
): Promise<{ readonly organizationId: number; readonly name: string }> {
  const { rows } = await sql<{ organizationId: number; name: string; isActive: boolean }>`
    select d.organization_id, d.name, o.is_active
    from departments d join organizations o on o.id = d.organization_id where d.id = ${departmentId}
  `.execute(db);
  const [department] = rows;
  if (department?.isActive) return department;
  const reason = department ? 'department_archived' : 'department_missing';
  throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'departmentId', reason }] });
}

/** Refuses modules that do not exist or cannot be assigned any more, at their place in the list (MTX-03). */
export async function requireAssignableModules(
  db: Kysely<DB>,
  moduleIds: readonly number[],
  organizationId: number | null,
  path: (index: number) => string,
): Promise<void> {
  const rows = await db
    .selectFrom('trainingModules')
    .select(['id', 'isActive', 'retiredAt', 'contentType', 'organizationId'])
    .where('id', 'in', [...moduleIds])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const errors = moduleIds.flatMap((id, index): readonly FieldError[] => {
    const module = byId.get(id);
    const at = path(index);
    if (!module || module.contentType === 'placeholder') return [{ path: at, reason: 'module_unknown' }];
    if (!module.isActive || module.retiredAt) return [{ path: at, reason: 'module_inactive' }];
    if (module.organizationId !== null && module.organizationId !== organizationId) {
      return [{ path: at, reason: 'module_elsewhere' }];
    }
    return [];
  });
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
}

/** Adds modules to a matrix; returns the new entries, without those that it already had. */
export async function insertEntries(
  tx: CommandTransaction,
  matrixId: number,
  moduleIds: readonly number[],
  terms: EntryTerms,
): Promise<readonly { readonly id: number; readonly moduleId: number }[]> {
  if (moduleIds.length === 0) return [];
  const { rows } = await sql<{ id: number; moduleId: number }>`
    insert into training_matrix (matrix_id, module_id, is_required, days_to_due, renewal_period, renewal_window, created_by)
    select ${matrixId}, id, ${terms.isRequired}, ${terms.daysToDue}, ${terms.renewalPeriod ?? null}, ${terms.renewalWindow}, ${tx.actorId}
    from unnest(${[...moduleIds]}::int[]) with ordinality as wanted (id, place)
    order by place
    on conflict (matrix_id, module_id) do nothing
    returning id, module_id
  `.execute(tx.db);
  return rows;
}

/** Returns the matrices of a department, the general one (without job title) first (MTX-04). */
export async function matricesOfDepartment(
  db: Kysely<DB>,
  departmentId: number,
): Promise<readonly StoredMatrix[]> {
  return db
    .selectFrom('trainingMatrices')
    .select([...columns])
    .where('departmentId', '=', departmentId)
    .where('archivedAt', 'is', null)
    .orderBy(sql`job_title is not null`)
    .orderBy('id')
    .execute();
}
