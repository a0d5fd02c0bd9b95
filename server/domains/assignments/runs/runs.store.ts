import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { assigningRun } from '#shared/contract/assigning-runs-schemas.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { LeftOutReason } from '#shared/domain/assignments/bulk.ts';
import type { RunProblem } from '#shared/reasons/findings.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { orderBy } from '#server/platform/http/order-by.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** The display form of a run (PERF-03). */
export type RunView = z.input<typeof assigningRun>;

/** A run as anyone who carries it out needs it. */
export interface StoredRun {
  readonly id: number;
  readonly kind: RunView['kind'];
  readonly state: RunView['state'];
  readonly matrixId: number | null;
  /** All people whom the matrix matched. */
  readonly matched: boolean;
  readonly moduleIds: readonly number[];
  readonly dueDate: string | null;
  readonly retrain: boolean;
  readonly reason: string | null;
  readonly requestedBy: string;
}

/** The result for one person. */
export interface RunResult {
  readonly userId: string;
  readonly assignments: number;
  readonly leftOut: readonly { readonly moduleId: number | null; readonly reason: LeftOutReason }[];
}

/** Returns whether a run has not ended yet. */
export const isOpen = ({ state }: Pick<StoredRun, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** Reads one run; undefined if there is none. */
export async function findRun(db: Kysely<DB>, id: number, lock = false): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`
    select id, kind, state, matrix_id, matched, module_ids, due_date, retrain, reason, requested_by
    from assigning_runs where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

const runKeys = { createdAt: sql`r.created_at` };

/** Runs in their display form: one by its id, or those of a person, newest first by default. */
export async function runViews(
  db: Kysely<DB>,
  of:
    | { readonly id: number }
    | {
        readonly requestedBy: string;
        readonly limit: number;
        readonly offset: number;
        readonly sort?: string | undefined;
      },
): Promise<readonly RunView[]> {
  const which =
    'id' in of
      ? sql`where r.id = ${of.id}`
      : sql`where r.requested_by = ${of.requestedBy}
          order by ${orderBy(of.sort, runKeys, '-createdAt', sql`r.id desc`)} limit ${of.limit} offset ${of.offset}`;
  const { rows } = await sql<RunView>`
    select r.id, r.kind, r.state, r.matrix_id, m.name as matrix_name, r.module_ids,
      json_build_object('id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name))) as requested_by,
      r.people_total, coalesce(r.people_done, p.people_done, 0) as people_done,
      coalesce(r.assignments, p.assignments, 0) as assignments,
      coalesce(r.people_assigned, p.people_assigned, 0) as people_assigned,
      coalesce(r.people_left_out, p.people_left_out, 0) as people_left_out, r.problem, r.created_at, r.finished_at
    from assigning_runs r
    join users u on u.id = r.requested_by
    left join training_matrices m on m.id = r.matrix_id
    left join assigning_progress p on p.run_id = r.id
    ${which}`.execute(db);
  return rows;
}

/** Returns how many runs a person has requested. */
export async function countRuns(db: Kysely<DB>, requestedBy: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from assigning_runs where requested_by = ${requestedBy}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns the people who got nothing or only a part, by name, within a reach. */
export async function leftOutOf(
  db: Kysely<DB>,
  reach: Reach,
  of: { readonly runId: number } | { readonly requestedBy: string },
  page: { readonly limit: number; readonly offset: number; readonly sort?: string | undefined },
) {
  const direction = page.sort === '-name' ? sql`desc` : sql`asc`;
  const from = sql`
    from assigning_run_people l join users u on u.id = l.user_id
    where l.left_out <> '[]' and ${
      'runId' in of
        ? sql`l.run_id = ${of.runId}`
        : sql`l.run_id in (select id from assigning_runs where requested_by = ${of.requestedBy})`
    }
      and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}`;
  const { rows } = await sql<{
    readonly id: string;
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly email: string;
    readonly leftOut: { readonly title: string | null; readonly reason: LeftOutReason }[];
  }>`
    select u.id, u.first_name, u.last_name, u.email, (
      select json_agg(json_build_object('title', t.title, 'reason', o.reason) order by lower(t.title), t.id)
      from jsonb_to_recordset(l.left_out) as o("moduleId" int, reason text)
      left join training_modules t on t.id = o."moduleId") as left_out
    ${from}
    order by lower(u.last_name) ${direction}, lower(u.first_name) ${direction}, u.id ${direction}, l.run_id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Returns the next people whom a run has not processed, in the order of their ids. */
export async function nextPeople(db: Kysely<DB>, runId: number, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from assigning_run_people where run_id = ${runId} and assignments is null
    order by user_id limit ${most}`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Records the results for people, in the transaction of the assignments. */
export async function recordResults(
  tx: CommandTransaction,
  runId: number,
  results: readonly RunResult[],
): Promise<void> {
  await sql`
    update assigning_run_people p set assignments = r.assignments, left_out = r."leftOut"
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r("userId" text, assignments int, "leftOut" jsonb)
    where p.run_id = ${runId} and p.user_id = r."userId"`.execute(tx.db);
  const assignments = results.reduce((sum, result) => sum + result.assignments, 0);
  const assigned = results.filter((result) => result.assignments > 0).length;
  const leftOut = results.filter((result) => result.leftOut.length > 0).length;
  await sql`
    insert into assigning_progress as p (run_id, people_done, assignments, people_assigned, people_left_out)
    values (${runId}, ${results.length}, ${assignments}, ${assigned}, ${leftOut})
    on conflict (run_id) do update set people_done = p.people_done + excluded.people_done,
      assignments = p.assignments + excluded.assignments, people_assigned = p.people_assigned + excluded.people_assigned,
      people_left_out = p.people_left_out + excluded.people_left_out, updated_at = app_now()`.execute(tx.db);
}

/** Ends a run that has not ended yet: its row and the trail contain the result. */
export async function endRun(
  tx: CommandTransaction,
  runId: number,
  state: 'done' | 'failed' | 'cancelled',
  problem: RunProblem | null = null,
): Promise<void> {
  await sql`
    update assigning_runs r set state = ${state}, problem = ${problem}, finished_at = app_now(),
      people_done = coalesce(p.people_done, 0), assignments = coalesce(p.assignments, 0),
      people_assigned = coalesce(p.people_assigned, 0), people_left_out = coalesce(p.people_left_out, 0)
    from (select 1) one left join assigning_progress p on p.run_id = ${runId}
    where r.id = ${runId} and r.state in ('waiting', 'running')`.execute(tx.db);
}
