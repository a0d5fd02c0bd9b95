import { sql } from 'kysely';
import { departmentKey } from '#shared/domain/people/import/places-of-import.ts';
import type { ImportPlan, PersonAfter, PlannedRow } from '#shared/domain/people/import/plan-types.ts';
import { endSessionsOfMany, newUserId } from '#server/domains/accounts/index.ts';
import { requireAnAdministrator } from '#server/domains/organizations/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { changeUser, clearGroupRoles } from '../commands/change-user.ts';
import { revokeHrElsewhereOf } from '../commands/grants.ts';
import { approvePendingName } from '../names.store.ts';
import { sharePlaces } from '../places.ts';

/** The choices in addition to the plan. */
export interface Chosen {
  readonly deactivateMissing: boolean;
  readonly invite: boolean;
}

/**
 * Locks the places and prevents a second import from starting: always the first locks of an import. The database has no statistics of
 * people who were just created. Without these settings it would compare each of them with every other one, and read whole tables for each.
 */
export async function lockForImport(tx: CommandTransaction): Promise<void> {
  await sql`
    select set_config('statement_timeout', '0', true), set_config('enable_nestloop', 'off', true),
      set_config('enable_seqscan', 'off', true)`.execute(tx.db);
  await sharePlaces(tx);
  if (!tx.isRehearsal) await sql`select pg_advisory_xact_lock(hashtext('people.import'))`.execute(tx.db);
}

/**
 * Carries out a plan without bad rows in a few statements, by the rules of creating and changing single people (USR-06). A
 * changed email uses the command for one person, because it ends links and notifies two mailboxes. Returns the ids of new people
 * by their lines, and everybody whose trainings may change.
 */
export async function applyPlan(
  tx: CommandTransaction,
  plan: ImportPlan,
  { deactivateMissing, invite }: Chosen,
): Promise<{ readonly ids: ReadonlyMap<number, string>; readonly concerned: readonly string[] }> {
  const created = plan.rows.filter(({ outcome }) => outcome === 'created');
  const changed = plan.rows.filter(({ userId, fields }) => userId !== null && fields.length > 0);
  const missing = deactivateMissing ? plan.missing : [];
  await lockChanged(tx, [...changed.map(({ userId }) => userId ?? ''), ...missing]);
  const departments = await createDepartments(tx, plan);
  const ids = new Map(created.map(({ line }) => [line, newUserId()]));
  const idOf = (key: string | null): string | null =>
    key?.startsWith('#') ? (ids.get(Number(key.slice(1))) ?? null) : key;
  const valuesOf = (id: string, after: PersonAfter) => ({
    ...after,
    id,
    managerId: idOf(after.managerKey),
    departmentId:
      after.newDepartment === null
        ? after.departmentId
        : departments.get(departmentKey(after.organizationId, after.newDepartment)),
  });
  await insertPeople(
    tx,
    created.map(({ line, after }) => valuesOf(ids.get(line) ?? '', after)),
  );
  await updatePeople(
    tx,
    changed.map(({ userId, after }) => valuesOf(userId ?? '', after)),
  );
  await sql`update users set is_active = false where id = any(${[...missing]}::text[])`.execute(tx.db);
  const has = (...fields: PlannedRow['fields']) =>
    changed
      .filter((row) => row.fields.some((field) => fields.includes(field)))
      .map(({ userId }) => userId ?? '');
  const switched = [...has('active'), ...missing];
  await endSessionsOfMany(tx.db, [...plan.rows.flatMap(deactivatedOf), ...missing]);
  await clearGroupRoles(tx, has('role'));
  await revokeHrElsewhereOf(tx, has('organization'));
  await settleNames(tx, has('first_name', 'last_name'));
  for (const { userId, fields, after } of changed) {
    if (fields.includes('email')) await changeUser(tx, userId ?? '', { email: after.email }, () => undefined);
  }
  if (switched.length > 0 || has('role').length > 0) await requireAnAdministrator(tx);
  const moved = [...has('organization', 'department', 'job_title', 'active'), ...missing];
  tx.emit({
    type: 'people.imported',
    created: [...ids.values()],
    invited: invite ? [...ids.values()] : [],
    changed: [...changed.map(({ userId }) => userId ?? ''), ...missing],
    moved,
    elsewhere: has('organization'),
    switched,
  });
  return { ids, concerned: [...ids.values(), ...moved] };
}

const deactivatedOf = ({ outcome, userId }: PlannedRow): readonly string[] =>
  outcome === 'deactivated' && userId !== null ? [userId] : [];

/** Locks in the order of ids, like every command that locks many people. */
async function lockChanged(tx: CommandTransaction, userIds: readonly string[]): Promise<void> {
  await sql`
    select id from users where id = any(${[...userIds]}::text[]) order by id for no key update`.execute(
    tx.db,
  );
}

async function createDepartments(
  tx: CommandTransaction,
  { newDepartments }: ImportPlan,
): Promise<ReadonlyMap<string, number>> {
  if (newDepartments.length === 0) return new Map();
  const made = await tx.db
    .insertInto('departments')
    .values(newDepartments.map(({ organizationId, name }) => ({ organizationId, name })))
    .returning(['id', 'organizationId', 'name'])
    .execute();
  return new Map(made.map(({ id, organizationId, name }) => [departmentKey(organizationId, name), id]));
}

const columns =
  sql.raw(`r(id text, email text, "externalId" text, "firstName" text, "lastName" text, role text,
  "organizationId" int, "departmentId" int, "managerId" text, "jobTitle" text, "isActive" boolean)`);

/** All in one statement: managers among them may come in any order. */
async function insertPeople(tx: CommandTransaction, people: readonly object[]): Promise<void> {
  if (people.length === 0) return;
  await sql`
    insert into users (id, email, external_id, first_name, last_name, role, organization_id, department_id, manager_id,
      job_title, is_active)
    select r.id, r.email, r."externalId", r."firstName", r."lastName", r.role, r."organizationId", r."departmentId",
      r."managerId", r."jobTitle", r."isActive"
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as ${columns}`.execute(tx.db);
}

/** All in one statement: the managers are judged in their final state. A changed job title counts as set by an administrator. */
async function updatePeople(tx: CommandTransaction, people: readonly object[]): Promise<void> {
  if (people.length === 0) return;
  await sql`
    update users u set external_id = r."externalId", first_name = r."firstName", last_name = r."lastName", role = r.role,
      organization_id = r."organizationId", department_id = r."departmentId", manager_id = r."managerId",
      job_title = r."jobTitle", is_active = r."isActive",
      own_title_before = case when u.job_title is distinct from r."jobTitle" then null else u.own_title_before end
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as ${columns}
    where u.id = r.id and (u.external_id, u.first_name, u.last_name, u.role, u.organization_id, u.department_id,
      u.manager_id, u.job_title, u.is_active) is distinct from (r."externalId", r."firstName", r."lastName", r.role,
      r."organizationId", r."departmentId", r."managerId", r."jobTitle", r."isActive")`.execute(tx.db);
}

/** Requests of a name are approved by the change where it is the same (AUTH-16): few people have one. */
async function settleNames(tx: CommandTransaction, userIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; firstName: string | null; lastName: string | null }>`
    select u.id, u.first_name, u.last_name from users u
    where u.id = any(${[...userIds]}::text[]) and exists (
      select 1 from name_requests q where q.user_id = u.id and q.decision is null)`.execute(tx.db);
  for (const { id, ...name } of rows) await approvePendingName(tx, id, name);
}
