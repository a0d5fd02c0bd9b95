import { sql, type Kysely } from 'kysely';
import type { bulkAssignmentsContract } from '#shared/contract/bulk-assignments.ts';
import type { BodyOf, ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { assignRefusal, type AssignRefusal } from '#shared/domain/assignments/bulk.ts';
import { DEFAULT_DAYS_TO_DUE } from '#shared/domain/assignments/due.ts';
import type { FieldError } from '#shared/reasons/reasons.ts';
import type { DB } from '#server/db/db.d.ts';
import { sharePlaces } from '#server/domains/people/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { dueAfter } from '../absences/due-after.ts';
import { figuresOf, hashOf, namedAsSkipped, requireShown, type BulkPerson } from '../bulk-effect.ts';
import { todayIn } from '../effective-status.ts';
import { insertAssignments, type NewAssignment } from '../insert-assignments.ts';
import { lockPeople } from '../plan.ts';

type Body = BodyOf<typeof bulkAssignmentsContract.assignModules>;
type Shown = Pick<ResponseInput<typeof bulkAssignmentsContract.assignModules>, 'effect' | 'effectHash'>;

/** The modules, the people, and the terms. */
export type RequestedModules = Pick<Body, 'userIds' | 'moduleIds' | 'dueDate' | 'retrain' | 'reason'>;

interface ChosenPerson extends BulkPerson {
  readonly organizationId: number | null;
  readonly isActive: boolean;
  /** The due date of what the person gets, and what absences make of it (USR-10). */
  readonly due: string;
  readonly dueAfter: string | null;
}

interface ChosenModule {
  readonly id: number;
  readonly title: string;
  readonly organizationId: number | null;
}

/** The earlier and open assignments of a person for a module. */
interface Had {
  readonly userId: string;
  readonly moduleId: number;
  readonly hasOpen: boolean;
  readonly completedId: number | null;
  readonly hasExpired: boolean;
  readonly cycle: number;
}

/** A person's module that is left out. */
interface LeftOut {
  readonly person: ChosenPerson;
  readonly module: ChosenModule;
  readonly reason: AssignRefusal;
}

interface Plan extends Shown {
  readonly wanted: readonly NewAssignment[];
  readonly leftOut: readonly LeftOut[];
}

/** The number of people who are planned for at a time, so that the pairs of very many people do not delay other requests. */
const plannedAtATime = 1000;

/** Previews {@link assignModules} (MTX-05). Errors: NOT_FOUND if any person is out of reach, VALIDATION_FAILED. */
export async function previewModules(db: Kysely<DB>, reach: Reach, wanted: RequestedModules): Promise<Shown> {
  const shown: Shown[] = [];
  for await (const { effect, effectHash } of planParts(db, reach, wanted)) shown.push({ effect, effectHash });
  return inAll(shown);
}

/**
 * Assigns modules to people within the caller's reach, every allowed pair, all or nothing (MTX-05). People who already have a
 * module, have completed it, or are inactive are left out and named. Errors: NOT_FOUND if anybody is out of reach,
 * VALIDATION_FAILED, REASON_REQUIRED for retraining without a reason, EFFECT_CHANGED.
 */
export async function assignModules(tx: CommandTransaction, reach: Reach, body: Body): Promise<Shown> {
  await sharePlaces(tx);
  // This lock comes before the people are read, because people who have just moved or left the reach differ from what the caller
  // saw.
  await lockPeople(tx, body.userIds);
  const parts: Plan[] = [];
  for await (const part of planParts(tx.db, reach, body)) parts.push(part);
  const shown = inAll(parts);
  requireShown(shown, body.effectHash);
  if (shown.effect.retrained.assignments > 0) requireReason(body);
  for (const { wanted } of parts) await insertAssignments(tx, wanted, body.reason);
  return shown;
}

/**
 * Assigns modules to some people, without those who are deleted or out of reach by now; returns the modules that each of
 * them did not get, and why (PERF-03).
 */
export async function assignModulesToThose(
  tx: CommandTransaction,
  reach: Reach,
  asked: RequestedModules,
): Promise<Pick<Plan, 'wanted' | 'leftOut'> & { readonly reached: ReadonlySet<string> }> {
  await sharePlaces(tx);
  await lockPeople(tx, asked.userIds);
  const people = await readPeople(tx.db, reach, asked.userIds, asked.dueDate);
  const reached = new Set(people.map(({ id }) => id));
  const { wanted, leftOut } = await planFor(tx.db, people, asked);
  await insertAssignments(tx, wanted, asked.reason);
  return { wanted, leftOut, reached };
}

/** Another cycle of a completed module needs a reason (MTX-05): REASON_REQUIRED. */
export function requireReason({ reason }: Pick<Body, 'reason'>): void {
  if (reason !== undefined) return;
  throw new AppError('REASON_REQUIRED', {
    errors: [{ path: 'reason', reason: 'reason_required' }],
  });
}

/** Yields the plan for the whole request in parts with a limited number of people, in the order of their ids. */
async function* planParts(db: Kysely<DB>, reach: Reach, asked: RequestedModules): AsyncGenerator<Plan> {
  const userIds = [...new Set(asked.userIds)].toSorted();
  for (let from = 0; from < userIds.length; from += plannedAtATime) {
    const part = userIds.slice(from, from + plannedAtATime);
    const people = await readPeople(db, reach, part, asked.dueDate);
    if (people.length < part.length) throw new AppError('NOT_FOUND');
    yield await planFor(db, people, asked);
  }
}

/** Returns the effect of all parts together; a single one is itself. */
function inAll(parts: readonly Shown[]): Shown {
  const [first, ...others] = parts;
  if (!first) throw new Error('nobody was chosen');
  if (others.length === 0) return { effect: first.effect, effectHash: first.effectHash };
  const effects = parts.map(({ effect }) => effect);
  const sum = (of: (effect: Shown['effect']) => number): number =>
    effects.reduce((before, effect) => before + of(effect), 0);
  const figures = (kind: 'assigned' | 'retrained' | 'away') => ({
    assignments: sum((effect) => effect[kind].assignments),
    people: sum((effect) => effect[kind].people),
  });
  return {
    effectHash: hashOf(parts.map(({ effectHash }) => effectHash)),
    effect: {
      assigned: figures('assigned'),
      retrained: figures('retrained'),
      away: figures('away'),
      skippedCount: sum(({ skippedCount }) => skippedCount),
      skipped: effects.flatMap(({ skipped }) => skipped).slice(0, namedAsSkipped),
    },
  };
}

async function planFor(
  db: Kysely<DB>,
  people: readonly ChosenPerson[],
  body: RequestedModules,
): Promise<Plan> {
  const modules = await readModules(db, body.moduleIds);
  const had = await readHad(
    db,
    people.map(({ id }) => id),
    modules.map(({ id }) => id),
  );
  const wanted: NewAssignment[] = [];
  const away: NewAssignment[] = [];
  const skipped: LeftOut[] = [];
  for (const person of people) {
    for (const module of modules) {
      const before = had.get(keyOf(person.id, module.id));
      const reason = assignRefusal(
        {
          isActive: person.isActive,
          inOrganization: module.organizationId === null || module.organizationId === person.organizationId,
          hasOpen: before?.hasOpen === true,
          hasCompleted: before !== undefined && before.completedId !== null,
          hasExpired: before?.hasExpired === true,
        },
        body.retrain,
      );
      if (reason !== null) {
        skipped.push({ person, module, reason });
        continue;
      }
      const assignment: NewAssignment = {
        userId: person.id,
        moduleId: module.id,
        dueDate: person.due,
        completedId: before?.completedId ?? null,
        cycle: (before?.cycle ?? 0) + 1,
      };
      wanted.push(assignment);
      if (person.dueAfter !== person.due) away.push(assignment);
    }
  }
  return {
    wanted,
    leftOut: skipped,
    effectHash: hashOf([
      ...wanted.map(({ userId, moduleId, dueDate, cycle }) =>
        [userId, moduleId, dueDate, cycle].map(String).join(' '),
      ),
      ...skipped.map(({ person, module, reason }) => `${person.id} ${String(module.id)} ${reason}`),
      ...people.flatMap(({ id, due, dueAfter: later }) => (later === due ? [] : [`${id} ${String(later)}`])),
    ]),
    effect: {
      assigned: figuresOf(wanted),
      retrained: figuresOf(wanted.filter(({ completedId }) => completedId !== null)),
      away: figuresOf(away),
      skippedCount: skipped.length,
      skipped: skipped
        .slice(0, namedAsSkipped)
        .map(({ person: { id, firstName, lastName, email }, module, reason }) => ({
          id,
          firstName,
          lastName,
          email,
          moduleId: module.id,
          title: module.title,
          reason,
        })),
    },
  };
}

async function readPeople(
  db: Kysely<DB>,
  reach: Reach,
  userIds: readonly string[],
  dueDate: string | null | undefined,
): Promise<readonly ChosenPerson[]> {
  const today = todayIn(sql`o.time_zone`);
  const due =
    dueDate == null ? sql`(${today} + ${sql.lit(DEFAULT_DAYS_TO_DUE)}::int)` : sql`${dueDate}::date`;
  const { rows } = await sql<ChosenPerson>`
    select u.id, u.first_name, u.last_name, u.email, u.organization_id, u.is_active, ${due}::text as due,
      ${dueAfter(sql`u.id`, due)}::text as due_after
    from users u left join organizations o on o.id = u.organization_id
    where u.id = any(${[...userIds]}::text[]) and u.erased_at is null
      and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}
    order by lower(u.last_name), lower(u.first_name), u.id
  `.execute(db);
  return rows;
}

async function readModules(db: Kysely<DB>, moduleIds: readonly number[]): Promise<readonly ChosenModule[]> {
  const { rows } = await sql<ChosenModule & { readonly isAssignable: boolean }>`
    select id, title, organization_id, is_active and retired_at is null as is_assignable
    from training_modules where id = any(${[...moduleIds]}::int[]) and content_type <> 'placeholder'
    order by lower(title), id
  `.execute(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  const errors = moduleIds.flatMap((id, at): readonly FieldError[] => {
    const path = `moduleIds.${String(at)}`;
    const module = known.get(id);
    if (!module) return [{ path, reason: 'module_unknown' }];
    return module.isAssignable ? [] : [{ path, reason: 'module_inactive' }];
  });
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
  return rows;
}

const keyOf = (userId: string, moduleId: number): string => `${userId} ${String(moduleId)}`;

async function readHad(
  db: Kysely<DB>,
  userIds: readonly string[],
  moduleIds: readonly number[],
): Promise<ReadonlyMap<string, Had>> {
  const { rows } = await sql<Had>`
    select a.user_id, a.module_id, bool_or(a.status in ('not_started', 'in_progress')) as has_open, max(a.cycle) as cycle,
      (array_agg(a.id order by a.next_renewal_date desc nulls first, a.cycle desc)
        filter (where a.status = 'completed'))[1] as completed_id,
      coalesce(bool_and(coalesce(a.next_renewal_date < ${todayIn(sql`o.time_zone`)}, false))
        filter (where a.status = 'completed'), false) as has_expired
    from training_assignments a join users u on u.id = a.user_id left join organizations o on o.id = u.organization_id
    where a.user_id = any(${[...userIds]}::text[]) and a.module_id = any(${[...moduleIds]}::int[])
    group by a.user_id, a.module_id
  `.execute(db);
  return new Map(rows.map((row) => [keyOf(row.userId, row.moduleId), row]));
}
