import { sql } from 'kysely';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { contentProgress } from '#shared/domain/viewing/progress.ts';
import { recordCompletion, voidAssignments } from '#server/domains/assignments/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * Adds the exceptions of a year of training: half-read trainings, trainings recorded afterwards, removed assignments and a
 * revoked completion, each by the command that an administrator would use.
 */
export async function seedExceptions(services: Services): Promise<void> {
  const admin = await services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@demo.example')
    .executeTakeFirstOrThrow();
  await runCommand(services, { action: 'demo.exceptions', actorId: admin.id }, async (tx) => {
    await readHalf(tx);
    const [past, ...removed] = await pick(tx, 'not_started', 4);
    const today = services.clock.now().toISOString().slice(0, 10);
    if (past !== undefined) {
      await recordCompletion(tx, past, {
        completedOn: addDays(today, -12),
        reason: 'Classroom course, attendance list of the training department.',
      });
    }
    await voidAssignments(tx, removed, 'Assigned twice by mistake.');
    const [wrong] = await pick(tx, 'completed', 1);
    if (wrong !== undefined)
      await voidAssignments(tx, [wrong], 'Completed under the account of a colleague.');
  });
}

/** Assignments of people of a clinical department, the demo accounts left out, in the same order every time. */
async function pick(tx: CommandTransaction, status: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from training_assignments a join users u on u.id = a.user_id
    join departments d on d.id = u.department_id
    where a.status = ${status} and d.name = 'Clinical Research' and u.last_sign_in_at is not null
      and split_part(u.email, '@', 1) not in ('admin', 'manager', 'learner', 'hr', 'inspector', 'new')
    order by a.assigned_date desc, a.id limit ${count}
  `.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Adds a person in the middle of a document, who has seen its first pages, not all of them. */
async function readHalf(tx: CommandTransaction): Promise<void> {
  const { rows } = await sql<{
    id: number;
    versionId: number;
    fileId: number;
    pages: number;
    startedAt: Date;
  }>`
    select a.id, a.module_version_id as version_id, f.id as file_id, f.pages, a.started_at
    from training_assignments a
    join module_version_files v on v.version_id = a.module_version_id
    join files f on f.id = v.file_id
    where a.status = 'in_progress' and f.pages > 1
    order by a.id
  `.execute(tx.db);
  for (const row of rows) {
    const seen = Array.from({ length: 1 + (row.id % (row.pages - 1)) }, (_, index) => index + 1);
    const { percent } = contentProgress([{ kind: 'pages', pageCount: row.pages, seen }]);
    await sql`
      with session as (
        insert into viewer_sessions (assignment_id, module_version_id, started_at, last_seen_at, seconds, counted_pages,
          credited_until, last_file_id, last_position, ended_at)
        values (${row.id}, ${row.versionId}, ${row.startedAt}, ${row.startedAt}::timestamptz + interval '6 minutes',
          ${seen.length * 70}, ${seen.length}, ${row.startedAt}::timestamptz + interval '6 minutes', ${row.fileId},
          ${seen.length}, ${row.startedAt}::timestamptz + interval '6 minutes')
        returning id
      ), pages as (
        insert into page_views (assignment_id, file_id, page, viewer_session_id, seen_at)
        select ${row.id}, ${row.fileId}, page, session.id, ${row.startedAt}::timestamptz + make_interval(mins => page)
        from session, unnest(${seen}::int[]) page
      )
      update training_assignments set progress = ${percent} where id = ${row.id}
    `.execute(tx.db);
  }
}
