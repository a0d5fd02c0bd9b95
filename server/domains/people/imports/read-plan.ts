import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { planImport } from '#shared/domain/people/import/plan-import.ts';
import type { ImportPlan, ImportContext, PersonNow } from '#shared/domain/people/import/plan-types.ts';
import { readRow, type ReadRow } from '#shared/domain/people/import/read-row.ts';
import type { DB } from '#server/db/db.d.ts';
import type { Services } from '#server/platform/services.ts';
import { findRetired } from '../people.store.ts';
import type { StoredImport } from './imports.store.ts';

/** How many rows are read at a time. */
const batch = 2000;

/**
 * Reads the rows of an import and the people, and plans the outcome of each row (USR-06). `seen` gets the number of rows read so far,
 * and can stop the reading by throwing.
 */
export async function readPlan(
  services: Services,
  db: Kysely<DB>,
  found: StoredImport,
  importerId: string,
  seen: (rows: number) => Promise<void> = async () => undefined,
): Promise<ImportPlan> {
  const rows: ReadRow[] = [];
  for await (const some of cellsOf(db, found.id)) {
    for (const { line, cells } of some) rows.push(readRow(line, cells, found.mapping));
    await seen(rows.length);
  }
  const emails = rows.flatMap(({ person }) => (person.email == null ? [] : [person.email.toLowerCase()]));
  const world = await readWorld(db, importerId);
  const retiredEmails = await findRetired(db, services.config, emails);
  return planImport(rows, { ...world, retiredEmails }, found.options);
}

/** Yields the rows of the file of an import in their order, batch by batch. */
export async function* cellsOf(
  db: Kysely<DB>,
  id: number,
): AsyncGenerator<readonly { readonly line: number; readonly cells: readonly string[] }[]> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ position: number; line: number; cells: string[] }>`
      select position, line, cells from people_import_rows
      where import_id = ${id} and position > ${after} and line is not null
      order by position limit ${batch}`.execute(db);
    yield rows;
    if (rows.length < batch) return;
    after = rows.at(-1)?.position ?? after;
  }
}

async function readWorld(db: Kysely<DB>, importerId: string): Promise<Omit<ImportContext, 'retiredEmails'>> {
  const people = await sql<PersonNow>`
    select id, email, external_id, first_name, last_name, role, organization_id, department_id, manager_id, job_title,
      is_active
    from users where erased_at is null`.execute(db);
  const organizations = await sql<ImportContext['organizations'][number]>`
    select id, name, is_active from organizations order by is_active, id`.execute(db);
  const departments = await sql<ImportContext['departments'][number]>`
    select id, name, organization_id from departments`.execute(db);
  return {
    people: people.rows,
    organizations: organizations.rows,
    departments: departments.rows,
    importerId,
  };
}

/**
 * Returns the hash by which a confirmation recognizes the plan that was shown: every row, every missing person, and the trainings
 * that are assigned and withdrawn.
 */
export function planHashOf(plan: ImportPlan, trainings: string): string {
  const hash = createHash('sha256');
  for (const row of plan.rows) hash.update(`${JSON.stringify(row)}\n`);
  hash.update(JSON.stringify([plan.newDepartments, plan.newJobTitles, plan.missing.toSorted(), trainings]));
  return hash.digest('hex');
}
