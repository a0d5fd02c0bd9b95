import { sql, type Kysely, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { FieldError, PlainReason } from '#shared/reasons/reasons.ts';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { refuseManager, type ManagerRefusal } from '#shared/domain/people/managers.ts';
import type { Role } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { keyRing } from '#server/platform/crypto/key-ring.ts';
import { hmacHex } from '#server/platform/crypto/keys.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { DB } from '#server/db/db.d.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import type { PersonFacts } from './people.events.ts';

/** A person locked for the rest of the command. */
export interface StoredPerson extends PersonFacts {
  readonly id: string;
  readonly revision: number;
  readonly pendingEmail: string | null;
  readonly lastSignInAt: Date | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly requirePasswordChange: boolean;
  /** The job title before the person's own change, about which no administrator has decided yet. */
  readonly ownTitleBefore: string | null;
}

const columns = [
  'id',
  'email',
  'externalId',
  'firstName',
  'lastName',
  'role',
  'organizationId',
  'departmentId',
  'managerId',
  'jobTitle',
  'isActive',
  'revision',
  'pendingEmail',
  'lastSignInAt',
  'settings',
  'requirePasswordChange',
  'ownTitleBefore',
  'erasedAt',
] as const;

/** Loads a person and locks the row; NOT_FOUND, CONFLICT if the person has been erased. */
export async function lockPerson(tx: CommandTransaction, userId: string): Promise<StoredPerson> {
  const row = await tx.db
    .selectFrom('users')
    .select([...columns])
    .where('id', '=', userId)
    // A foreign key to this row is not a conflict, so that two people who are put under each other do not deadlock.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  const { erasedAt, settings, ...person } = row;
  if (erasedAt !== null) throw new AppError('CONFLICT', { reason: 'person_erased' });
  return { ...person, settings: settings as Readonly<Record<string, unknown>> };
}

/** Returns an error at one field: 409 DUPLICATE for a value that is taken, 422 for the rest. */
export function errorAtField(
  path: string,
  reason: PlainReason,
  code: 'VALIDATION_FAILED' | 'DUPLICATE' = 'VALIDATION_FAILED',
): AppError {
  const errors: readonly FieldError[] = [{ path, reason }];
  return new AppError(code, { errors });
}

const takenText = 'email_taken';
const loopText = 'manager_loop';

/** Runs a write of users and maps a refusal of the database to its field: two requests at once pass every earlier check. */
export async function withFieldErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      if (error.code === 'TT010') throw errorAtField('managerId', loopText);
      const constraint = error.code === '23505' && 'constraint' in error ? error.constraint : null;
      if (constraint === 'users_email_key') throw errorAtField('email', takenText, 'DUPLICATE');
      if (constraint === 'users_external_id_key')
        throw errorAtField('externalId', 'external_id_taken', 'DUPLICATE');
    }
    throw error;
  }
}

const purpose = 'retired-email';

const retiredHash = (key: Buffer, email: string): string => hmacHex(key, email.trim().toLowerCase());

/**
 * Returns the keyed hashes under which an address that may not return is stored (USR-08): the current one, and those from before
 * a rotation (OPS-09).
 */
function retiredHashes(tx: CommandTransaction, email: string): readonly string[] {
  return keyRing(tx.services.config, purpose).all.map(({ key }) => retiredHash(key, email));
}

/** Returns those of some addresses, in lower case, that only their former person can use again, with that person (USR-08). */
export async function findRetired(
  db: Kysely<DB>,
  config: Config,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keys = keyRing(config, purpose).all;
  const byHash = new Map(emails.flatMap((email) => keys.map(({ key }) => [retiredHash(key, email), email])));
  const { rows } = await sql<{ emailHmac: string; userId: string }>`
    select email_hmac, user_id from retired_emails where email_hmac = any(${[...byHash.keys()]}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ emailHmac, userId }) => [byHash.get(emailHmac) ?? '', userId]));
}

/** Reserves an address with which its person has signed in, so that nobody else can ever use it (USR-08, P11-14). */
export async function retireEmail(tx: CommandTransaction, email: string, userId: string): Promise<void> {
  const { key } = keyRing(tx.services.config, purpose).current;
  await tx.db
    .insertInto('retiredEmails')
    .values({ emailHmac: retiredHash(key, email), userId })
    .onConflict((conflict) => conflict.column('emailHmac').doNothing())
    .execute();
}

/** SQL of whether an email was another person's. */
export const wasAnothers = (
  tx: CommandTransaction,
  email: string,
  userId: string | null,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from retired_emails where email_hmac = any(${retiredHashes(tx, email)}::text[])
    and user_id is distinct from ${userId}::text)`;

/** Returns whether another account has an email, or it was another person's. */
export async function emailUse(
  tx: CommandTransaction,
  email: string,
  userId: string | null,
): Promise<'free' | 'taken' | 'retired'> {
  const [use] = await queryPrepared<{ taken: boolean; retired: boolean }, DB>(
    tx.db,
    'people.emailUse',
    sql`select
      exists (select 1 from users where lower(email) = lower(${email}) and id is distinct from ${userId}::text) as taken,
      ${wasAnothers(tx, email, userId)} as retired`,
  );
  if (use?.taken === true) return 'taken';
  return use?.retired === true ? 'retired' : 'free';
}

/** Refuses an email that is not free: DUPLICATE at `email`. */
export async function requireFreeEmail(
  tx: CommandTransaction,
  email: string,
  userId: string | null,
): Promise<void> {
  const use = await emailUse(tx, email, userId);
  if (use === 'taken') throw errorAtField('email', takenText, 'DUPLICATE');
  if (use === 'retired') {
    throw errorAtField('email', 'email_retired', 'DUPLICATE');
  }
}

/** Refuses an organization that is missing or archived, and a department that is not its own. */
export async function requirePlace(
  tx: CommandTransaction,
  place: { readonly organizationId: number | null; readonly departmentId: number | null },
): Promise<void> {
  const { organizationId, departmentId } = place;
  if (organizationId !== null) {
    const organization = await tx.db
      .selectFrom('organizations')
      .select('isActive')
      .where('id', '=', organizationId)
      .forShare()
      .executeTakeFirst();
    if (!organization) throw errorAtField('organizationId', 'no_organization');
    if (!organization.isActive) throw errorAtField('organizationId', 'organization_archived');
  }
  if (departmentId === null) return;
  const department = await tx.db
    .selectFrom('departments')
    .select('organizationId')
    .where('id', '=', departmentId)
    .executeTakeFirst();
  if (!department) throw errorAtField('departmentId', 'no_department');
  if (department.organizationId !== organizationId) {
    throw errorAtField('departmentId', 'department_of_other');
  }
}

const managerTexts: Readonly<Record<ManagerRefusal, PlainReason>> = {
  self: 'manager_self',
  role: 'manager_role',
  loop: loopText,
};

/** Refuses anyone who cannot be this person's manager, at `managerId` (USR-02). */
export async function requireManager(
  tx: CommandTransaction,
  userId: string | null,
  managerId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string; managerId: string | null; role: Role; usable: boolean }>`
    with recursive chain (id, manager_id, role, usable) as (
      select id, manager_id, role, ${isActivePerson('users')} from users where id = ${managerId}
      union
      select u.id, u.manager_id, u.role, true from chain c join users u on u.id = c.manager_id
    )
    select * from chain
  `.execute(tx.db);
  const candidate = rows.find((row) => row.id === managerId);
  if (!candidate) throw errorAtField('managerId', 'manager_unknown');
  if (!candidate.usable) throw errorAtField('managerId', 'manager_inactive');
  const refusal = refuseManager(candidate, userId ?? '', new Map(rows.map((row) => [row.id, row.managerId])));
  if (refusal) throw errorAtField('managerId', managerTexts[refusal]);
}
