import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { changeEffect } from '#shared/contract/curricula-schemas.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { namedInEffect } from './people-named.ts';
import { belongs } from './plan.ts';
import { plannedChanges, reconcilePeople } from './reconcile.ts';
import { givenByMatrix } from './withdraw.ts';

/** The effect of a change of a matrix on people's trainings. */
export type ChangeEffect = z.input<typeof changeEffect>;

/** An effect with the hash by which a command recognizes the effect that was shown. */
export interface HashedEffect {
  readonly effect: ChangeEffect;
  readonly effectHash: string;
}

/** SQL of the people in a matrix. */
export function peopleIn(matrixId: number): RawBuilder<unknown> {
  return sql`
    select u.id as user_id from training_matrices m join users u on u.is_active and ${belongs('m', 'u')}
    where m.id = ${matrixId}`;
}

/** SQL of the people whom a matrix concerns: everybody in it, and people with an open assignment of it. */
export function peopleOfMatrix(matrixId: number): RawBuilder<unknown> {
  return sql`
    ${peopleIn(matrixId)}
    union
    select user_id from training_assignments
    where matrix_id = ${matrixId} and status in ('not_started', 'in_progress')`;
}

/** SQL of the people who have a module open that a matrix may have given them. */
export function holdersOfModule(moduleId: number): RawBuilder<unknown> {
  return sql`
    select distinct a.user_id from training_assignments a
    where a.module_id = ${moduleId} and a.status in ('not_started', 'in_progress') and ${givenByMatrix}`;
}

/** The people and modules that a change of a matrix concerns (MTX-06). */
export interface Affected {
  readonly people: RawBuilder<unknown>;
  /** Other modules are not touched: those that people do not have yet after a choice of 'Later' stay pending. */
  readonly moduleIds: readonly number[];
  /**
   * The people who may be assigned something: nobody if the change only removes, everybody, or the people of a relation who
   * join the matrix.
   */
  readonly assigns: 'nobody' | 'everybody' | { readonly newlyIn: RawBuilder<unknown> };
}

/** A change that concerns no training. */
export const nothing: Affected = {
  people: sql`select null::text as user_id where false`,
  moduleIds: [],
  assigns: 'nobody',
};

/** Returns the modules of a matrix, required or not. */
export async function modulesOfMatrix(db: Kysely<DB>, matrixId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('trainingMatrix')
    .select('moduleId')
    .where('matrixId', '=', matrixId)
    .execute();
  return rows.map((row) => row.moduleId);
}

/**
 * Changes a matrix, which the caller has locked, and updates the assignments of everybody whom it concerned before or
 * concerns now (MTX-06). With the hash of a preview nothing happens if the effect has changed: EFFECT_CHANGED with the new
 * one. A rehearsal reads the effect without writing thousands of rows.
 */
export async function changeWithEffect(
  tx: CommandTransaction,
  concerned: Affected,
  expectedHash: string | undefined,
  change: () => Promise<void>,
): Promise<HashedEffect> {
  const { people, moduleIds, assigns } = concerned;
  const there = typeof assigns === 'object' ? await idsOf(tx.db, assigns.newlyIn) : [];
  const before = await idsOf(tx.db, people);
  await change();
  const userIds = [...new Set([...before, ...(await idsOf(tx.db, people))])];
  const already = new Set(there);
  const assignTo = assigns === 'nobody' ? [] : userIds.filter((id) => !already.has(id));
  const scope = { moduleIds, assignTo };
  if (tx.isRehearsal) return describeEffect(tx.db, plannedChanges(userIds, scope));
  const marked = await sql<{ id: number }>`
    select id from training_assignments
    where user_id = any(${userIds}::text[]) and status = 'in_progress' and no_longer_required_at is not null
  `.execute(tx.db);
  await reconcilePeople(tx, userIds, scope);
  const found = await readEffect(
    tx.db,
    userIds,
    marked.rows.map((row) => row.id),
  );
  requireSeenEffect(found, expectedHash);
  return found;
}

/** Refuses an effect that is not the one that was shown: EFFECT_CHANGED with the new one. */
export function requireSeenEffect(found: HashedEffect, expectedHash: string | undefined): void {
  if (expectedHash === undefined || expectedHash === found.effectHash) return;
  throw new AppError('EFFECT_CHANGED', { extra: { ...found } });
}

async function idsOf(db: Kysely<DB>, people: RawBuilder<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`select user_id from (${people}) p`.execute(db);
  return rows.map((row) => row.userId);
}

/**
 * Returns the effect of this command on the trainings of people, read in its transaction. Its clock does not advance: assignments
 * that it created or voided have its time, and so do marks.
 */
export async function readEffect(
  db: Kysely<DB>,
  userIds: readonly string[],
  markedBefore: readonly number[],
): Promise<HashedEffect> {
  return describeEffect(
    db,
    sql`
      select a.user_id, a.module_id, k.kind, case when k.kind = 'assigned' then a.due_date end as due_date
      from training_assignments a
      cross join lateral (select case
        when a.status = 'voided' then case when a.voided_at = app_now() and a.created_at <> app_now() then 'voided' end
        when a.created_at = app_now() then 'assigned'
        when a.no_longer_required_at = app_now() then 'no_longer_required'
        when a.no_longer_required_at is null and a.id = any(${[...markedBefore]}::int[]) then 'required_again'
        end as kind) k
      where a.user_id = any(${[...userIds]}::text[]) and k.kind is not null`,
  );
}

/** Returns the figures of an effect, the first of its people by name, and the hash of all of it (MTX-06). */
export async function describeEffect(db: Kysely<DB>, changes: RawBuilder<unknown>): Promise<HashedEffect> {
  const { rows } = await sql<{
    figures: Record<string, { assignments: number; people: number }> | null;
    peopleCount: number;
    people: ChangeEffect['people'];
    effectHash: string;
  }>`
    with moved as materialized (${changes}),
    figures as (
      select kind, count(*)::int as assignments, count(distinct user_id)::int as people from moved group by kind
    ),
    named as (
      select u.* from users u where u.id in (select user_id from moved)
      order by lower(u.last_name), lower(u.first_name), u.id limit ${namedInEffect}
    )
    select
      (select json_object_agg(kind, json_build_object('assignments', assignments, 'people', people)) from figures)
        as figures,
      (select count(distinct user_id)::int from moved) as people_count,
      coalesce((select json_agg(json_build_object('id', n.id, 'firstName', n.first_name, 'lastName', n.last_name,
          'email', n.email, 'jobTitle', n.job_title, 'changes', c.changes)
          order by lower(n.last_name), lower(n.first_name), n.id)
        from named n join (
          select v.user_id, json_agg(json_build_object('kind', v.kind, 'moduleId', v.module_id, 'title', t.title,
            'dueDate', v.due_date) order by v.kind, lower(t.title), t.id) as changes
          from named join moved v on v.user_id = named.id join training_modules t on t.id = v.module_id group by v.user_id
        ) c on c.user_id = n.id), '[]') as people,
      (select encode(sha256(convert_to(coalesce(
        string_agg(concat_ws(' ', kind, user_id, module_id, due_date), E'\n'
          order by kind collate "C", user_id collate "C", module_id), ''), 'UTF8')), 'hex') from moved) as effect_hash
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an effect without figures');
  const figures = (kind: string) => row.figures?.[kind] ?? { assignments: 0, people: 0 };
  return {
    effectHash: row.effectHash,
    effect: {
      assigned: figures('assigned'),
      voided: figures('voided'),
      noLongerRequired: figures('no_longer_required'),
      requiredAgain: figures('required_again'),
      peopleCount: row.peopleCount,
      people: row.people,
    },
  };
}
