import { sql } from 'kysely';
import { z } from 'zod';
import { dataSetNames } from '#shared/domain/reports/data-sets.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { releaseFile } from '#server/platform/files/release-file.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { exportJobData, resumeLost } from './resume-lost.ts';
import { writeExport } from './write-export.ts';

/**
 * Writes one export (RPT-03). Each server writes one at a time, so that reports never slow the machine down for everybody else
 * (F20).
 */
export const writeExportJob = defineJob({
  name: 'exports.write',
  data: exportJobData,
  mostHours: 24,
  waitsOnceFor: ({ exportId }) => String(exportId),
  run: (services, { exportId }, stopping) => writeExport(services, exportId, stopping),
});

/** Deletes files whose time is over, and resumes exports whose job was lost (RPT-03). */
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
    await resumeLost(services, writeExportJob, dataSetNames);
  },
});
