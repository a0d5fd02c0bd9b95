import { sql } from 'kysely';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Services } from '#server/platform/services.ts';
import type { ImportWork } from './import-steps.ts';
import { importActions } from './import-work.ts';
import { endImport, type ImportSubject } from './imports.store.ts';

/**
 * Resumes imports of a subject whose job was lost, ends those that nobody confirmed within a week, and deletes the rows of old
 * ones (USR-06, USR-09).
 */
export async function sweepImports(
  services: Services,
  subject: ImportSubject,
  jobs: { readonly checking: ImportWork; readonly importing: ImportWork; readonly reversing?: ImportWork },
): Promise<void> {
  const { rows } = await sql<{ importId: number; state: keyof typeof jobs | 'waiting' }>`
    select i.id as import_id, case when i.state in ('uploaded', 'checked') then 'waiting' else i.state end as state
    from people_imports i left join people_import_progress p on p.import_id = i.id
    where i.subject = ${subject} and ((i.state in ('checking', 'importing', 'reversing')
        and greatest(p.updated_at, i.created_at, i.confirmed_at) < app_now() - interval '10 minutes')
      or (i.state in ('uploaded', 'checked') and greatest(i.created_at, i.checked_at) < app_now() - interval '7 days'))
    order by i.id`.execute(services.db);
  const { expired, takenUp } = importActions[subject];
  for (const { importId, state } of rows) {
    await runCommand(
      services,
      { actorId: null, action: state === 'waiting' ? expired : takenUp },
      async (tx) => {
        const job = state === 'waiting' ? undefined : jobs[state];
        if (state === 'waiting') await endImport(tx, importId, 'cancelled', 'import_expired');
        else if (job) await services.jobs.enqueue(tx.db, job, [{ importId }]);
      },
    );
  }
  await sql`
    delete from people_import_rows r using people_imports i
    where i.id = r.import_id and i.subject = ${subject} and i.ended_at < app_now() - interval '30 days'`.execute(
    services.db,
  );
}
