import { sql } from 'kysely';
import { z } from 'zod';
import type { ExportKind } from '#shared/domain/reports/data-sets.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { JobDefinition } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

/** The data of the job of an export. */
export const exportJobData = z.object({ exportId: z.number() });

/** A job that writes one export. */
export type ExportJob = JobDefinition<typeof exportJobData>;

/** Enqueues exports of these kinds again whose job was lost (RPT-03). */
export async function resumeLost(
  services: Services,
  job: ExportJob,
  kinds: readonly ExportKind[],
): Promise<void> {
  const lost = await sql<{ exportId: number }>`
    select e.id as export_id from exports e left join export_progress p on p.export_id = e.id
    where e.state in ('waiting', 'running') and e.kind = any(${[...kinds]})
      and coalesce(p.updated_at, e.created_at) < app_now() - interval '10 minutes'`.execute(services.db);
  if (lost.rows.length === 0) return;
  await runCommand(services, { actorId: null, action: 'export.taken-up' }, (tx) =>
    services.jobs.enqueue(tx.db, job, lost.rows),
  );
}
