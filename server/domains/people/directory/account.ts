import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import { userForm } from '#shared/contract/people-schemas.ts';
import { plainLine } from '#shared/domain/text/plain-line.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { addressesOf } from '#shared/domain/people/directory-person.ts';
import { createDepartment } from '#server/domains/organizations/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { nameKeySql } from '#server/platform/postgres/name-key.ts';
import { urns, type ScimUser } from './scim-schemas.ts';

/** The fields of an account that a directory decides. Undefined: the directory says nothing about it. */
export interface AccountFields {
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly jobTitle: string | undefined;
  readonly department: string | undefined;
  readonly organization: string | undefined;
  readonly manager: string | undefined;
  readonly isActive: boolean | undefined;
  readonly addresses: readonly string[];
}

const refused = (name: string): AppError =>
  new AppError('VALIDATION_FAILED', { reason: 'directory_value', params: { name } });

/** A text of the form of the account; one without anything visible counts as missing. VALIDATION_FAILED with the name of the attribute. */
function textOf(schema: z.ZodType, value: string | undefined, name: string): string | undefined {
  if (value === undefined || plainLine(value.trim()) === '') return undefined;
  const read = schema.safeParse(value.trim());
  if (!read.success) throw refused(name);
  return read.data as string;
}

const isAddress = (text: string): boolean => userForm.shape.email.safeParse(text).success;
const department = userForm.shape.jobTitle;

/** What a person of a directory means for the account. VALIDATION_FAILED for a value that the account cannot have. */
export function fieldsOf(user: ScimUser): AccountFields {
  const place = user[urns.enterprise] ?? {};
  const { firstName, lastName, jobTitle } = userForm.shape;
  return {
    firstName: textOf(firstName, user.name?.givenName, 'name.givenName'),
    lastName: textOf(lastName, user.name?.familyName, 'name.familyName'),
    jobTitle: textOf(jobTitle, user.title, 'title'),
    department: textOf(department, place.department, 'department'),
    organization: textOf(department, place.organization, 'organization'),
    manager: textOf(department, place.manager?.value, 'manager'),
    isActive: user.active,
    addresses: addressesOf(user.userName, user.emails ?? [], isAddress),
  };
}

/** The addresses by which a directory says that an account is this person's: the userName, or else the main email. */
export function identifyingAddresses(user: ScimUser, addresses: readonly string[]): ReadonlySet<string> {
  const primary = user.emails?.find((email) => email.primary === true)?.value ?? user.emails?.[0]?.value;
  const meant = new Set([user.userName, primary ?? ''].map((text) => text.trim().toLowerCase()));
  return new Set(addresses.filter((address) => meant.has(address.toLowerCase())));
}

/**
 * The organization of a person: that of the token, or for a token of all organizations the one with the name that the directory gave.
 * Undefined if the directory names none. VALIDATION_FAILED for a name that no active organization has.
 */
export async function organizationOf(
  tx: CommandTransaction,
  reach: Reach,
  name: string | undefined,
): Promise<number | undefined> {
  if (!reach.all) return reach.organizationIds[0];
  if (name === undefined) return undefined;
  const { rows } = await sql<{ id: number }>`
    select id from organizations where ${nameKeySql(sql.ref('name'))} = ${nameKeySql(sql`${name}::text`)} and is_active
    order by id limit 1`.execute(tx.db);
  if (!rows[0])
    throw new AppError('VALIDATION_FAILED', { reason: 'directory_organization', params: { name } });
  return rows[0].id;
}

/** The department with this name in an organization, which is created if there is none yet. */
export async function departmentOf(
  tx: CommandTransaction,
  organizationId: number,
  name: string,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from departments where organization_id = ${organizationId} and lower(name) = lower(${name}) limit 1`.execute(
    tx.db,
  );
  if (rows[0]) return rows[0].id;
  // Many people with the same new department can come at once, and the name may be stored with other spaces.
  await sql`select pg_advisory_xact_lock(hashtext('directory.departments'), ${organizationId})`.execute(
    tx.db,
  );
  const { rows: made } = await sql<{ id: number }>`
    select id from departments where organization_id = ${organizationId}
      and ${nameKeySql(sql.ref('name'))} = ${nameKeySql(sql`${name}::text`)} order by id limit 1`.execute(
    tx.db,
  );
  return made[0]?.id ?? (await createDepartment(tx, { organizationId, name }));
}

/**
 * Returns whether an account reaches people outside the organization of a token: by a grant, or as the manager of somebody. Such a token
 * may not take it over or change its email, because that would give the directory access to another organization.
 */
export async function reachesElsewhere(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
): Promise<boolean> {
  if (reach.all) return false;
  const own = [...reach.organizationIds];
  const { rows } = await sql<{ elsewhere: boolean }>`
    select exists (select 1 from user_grants g where g.user_id = ${userId} and g.revoked_at is null
        and coalesce(g.valid_until > app_now(), true) and g.organization_id <> all(${own}::int[]))
      or exists (select 1 from users r where r.manager_id = ${userId} and (r.organization_id = any(${own}::int[])) is not true)
      as elsewhere`.execute(tx.db);
  return rows[0]?.elsewhere === true;
}
