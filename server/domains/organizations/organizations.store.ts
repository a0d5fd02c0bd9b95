import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import { organizationFields } from '#shared/contract/organizations.ts';
import { freeSlug } from '#shared/domain/organizations/slug.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { nameKeySql } from '#server/platform/postgres/name-key.ts';

/** The fields of an organization that commands write. */
export type OrganizationValues = Readonly<z.output<typeof organizationFields>>;

/** An organization locked for the rest of the command. */
export interface StoredOrganization extends OrganizationValues {
  readonly id: number;
  readonly isActive: boolean;
  readonly revision: number;
}

/** Loads an organization and locks its row; NOT_FOUND. */
export async function lockOrganization(tx: CommandTransaction, id: number): Promise<StoredOrganization> {
  const row = await tx.db
    .selectFrom('organizations')
    .select(['id', ...organizationFields.keyof().options, 'isActive', 'revision'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Inserts an organization and returns its id. */
export async function insertOrganization(
  tx: CommandTransaction,
  values: OrganizationValues,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('organizations')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes changed fields of an organization. */
export async function updateOrganization(
  tx: CommandTransaction,
  id: number,
  values: Partial<OrganizationValues>,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await tx.db.updateTable('organizations').set(values).where('id', '=', id).execute();
}

/** Archives or restores an organization (ORG-02). */
export async function setOrganizationActive(
  tx: CommandTransaction,
  id: number,
  isActive: boolean,
): Promise<void> {
  await tx.db
    .updateTable('organizations')
    .set({ isActive, archivedAt: isActive ? null : sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Deletes an organization with its departments if no other record refers to it, and returns whether it did. The foreign keys
 * decide, so that any record in a later table also keeps the organization (ORG-02).
 */
export async function deleteIfEmpty(tx: CommandTransaction, id: number): Promise<boolean> {
  await sql`savepoint delete_organization`.execute(tx.db);
  try {
    await tx.db.deleteFrom('departments').where('organizationId', '=', id).execute();
    await tx.db.deleteFrom('organizations').where('id', '=', id).execute();
    await sql`release savepoint delete_organization`.execute(tx.db);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error;
    await sql`rollback to savepoint delete_organization`.execute(tx.db);
    return false;
  }
}

/**
 * Returns the slug to use: the given one, or else the next free one for the name. Errors: DUPLICATE at `slug` if the given one is
 * taken.
 */
export async function chooseSlug(
  tx: CommandTransaction,
  wanted: string,
  given: boolean,
  except: number | null = null,
): Promise<string> {
  // Two organizations made at once must not choose the same free slug.
  await sql`select pg_advisory_xact_lock(hashtext('organizations.slug'))`.execute(tx.db);
  const rows = await tx.db
    .selectFrom('organizations')
    .select('slug')
    .where('slug', 'like', `${wanted.slice(0, 50)}%`)
    .where('id', '!=', except ?? 0)
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  if (given && taken.has(wanted)) {
    throw new AppError('DUPLICATE', {
      reason: 'slug_taken',
      errors: [{ path: 'slug', reason: 'slug_taken' }],
    });
  }
  return freeSlug(wanted, taken);
}

/** Refuses a time zone that the database does not know, at its field (ORG-04). */
export async function requireTimeZone(tx: CommandTransaction, zone: string): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`select is_time_zone(${zone}) as known`.execute(tx.db);
  if (rows[0]?.known === true) return;
  throw new AppError('VALIDATION_FAILED', {
    errors: [{ path: 'timeZone', reason: 'not_time_zone' }],
  });
}

/** Refuses a department name that the organization already has, at its field (ORG-03). */
export async function requireFreeDepartmentName(
  tx: CommandTransaction,
  organizationId: number,
  name: string,
  except: number | null = null,
): Promise<void> {
  const { rows } = await sql`
    select 1 from departments
    where organization_id = ${organizationId} and ${nameKeySql(sql.ref('name'))} = ${nameKeySql(sql`${name}::text`)} and id <> ${except ?? 0}
  `.execute(tx.db);
  if (rows.length === 0) return;
  throw new AppError('DUPLICATE', {
    reason: 'department_exists',
    errors: [{ path: 'name', reason: 'department_exists' }],
  });
}
