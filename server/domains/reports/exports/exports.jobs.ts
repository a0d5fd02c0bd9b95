import { sql } from 'kysely';
import { z } from 'zod';
import { runCommand } from '#server/platform/command/run-command.ts';
import { releaseFile } from '#server/platform/files/release-file.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { writeExport } from './write-export.ts';

/** Writes one export (RPT-03); each server one at a time, so that reports never take the machine from everybody else (F20). */
export const writeExportJob = defineJob({
  name: 'exports.write',
  data: z.object({ exportId: z.number() }),
  waitsOnceFor: ({ exportId }) => String(exportId),
  run: (services, { exportId }, stopping) => writeExport(services, exportId, stopping),
});

/** Removes files whose time is over, and takes up exports whose job was lost (RPT-03). */
export const sweepExportsJob = defineJob({
  name: 'exports.sweep',
  data: z.object({}),
  schedule: '*/10 * * * *',
  waitsOnceFor: () => 'sweep',
  run: async (services) => {
    const { rows } = await sql<{ id: number; fileId: number | null }>`
      select id, file_id from exports where state = 'ready' and expires_at <= app_now() order by id`.execute(
      services.db,
    );
    for (const { id, fileId } of rows) {
      await runCommand(services, { actorId: null, action: 'export.expired' }, async (tx) => {
        await tx.db
          .updateTable('exports')
          .set({ state: 'expired', fileId: null })
          .where('id', '=', id)
          .execute();
        if (fileId !== null) await releaseFile(tx, fileId);
      });
    }
    const lost = await sql<{ exportId: number }>`
      select e.id as export_id from exports e left join export_progress p on p.export_id = e.id
      where e.state in ('waiting', 'running') and coalesce(p.updated_at, e.created_at) < app_now() - interval '10 minutes'`.execute(
      services.db,
    );
    if (lost.rows.length === 0) return;
    await runCommand(services, { actorId: null, action: 'export.taken-up' }, (tx) =>
      services.jobs.enqueue(tx.db, writeExportJob, lost.rows),
    );
  },
});
