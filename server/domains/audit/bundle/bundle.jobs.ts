import { sql } from 'kysely';
import { z } from 'zod';
import { trailBundle } from '#shared/domain/reports/data-sets.ts';
import {
  calendarDay,
  carryOutExport,
  exportJobData,
  mostBytes,
  resumeLost,
} from '#server/domains/reports/index.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { sealOnce } from '../commands/seal.ts';
import { withBundle } from '../export-bundle.ts';
import { sealerOf } from '../sealing.ts';
import { BundleScope } from './bundle-scope.ts';
import { zipBundle } from './zip-bundle.ts';

/** Writes the trail of the requested organizations, or the whole, as a ZIP for its requester (AUD-02, INS-01); like every export, one at a time in each process. */
export const writeBundleJob = defineJob({
  name: 'audit.write-bundle',
  data: exportJobData,
  mostHours: 24,
  waitsOnceFor: ({ exportId }) => String(exportId),
  run: (services, { exportId }, stopping) => writeBundle(services, exportId, stopping),
});

/** Enqueues bundles again whose job was lost. Finished ones expire with the other exports (RPT-03). */
export const sweepBundlesJob = defineJob({
  name: 'audit.sweep-bundles',
  data: z.object({}),
  schedule: '*/10 * * * *',
  waitsOnceFor: () => 'sweep',
  run: (services) => resumeLost(services, writeBundleJob, [trailBundle]),
});

const writeBundle = (services: Services, id: number, stopping: AbortSignal | undefined): Promise<void> =>
  carryOutExport(
    services,
    id,
    async ({ asked, reach, generatedAt, progress, checkWanted }) => {
      const { config, db } = services;
      const org = asked.filters.org ?? 'all';
      const isWhole = reach.all && org === 'all';
      const scope = isWhole ? undefined : new BundleScope({ reach, org }, generatedAt);
      // The bundle then covers everything up to now.
      await sealOnce(sealerOf(services));
      const stored = await withBundle(
        { db, dataDir: config.dataDir, keys: config, scope },
        async (files, tx) => {
          const { rows } = await sql<{ count: number }>`
            select count(*)::int as count from audit.events where ${scope?.condition ?? sql`true`}`.execute(
            tx,
          );
          progress.total = rows[0]?.count ?? 0;
          return services.files.put(zipBundle(files, generatedAt), { maxBytes: mostBytes });
        },
        () => {
          checkWanted();
          progress.done += 1;
        },
      );
      const fileName = `trail-bundle-${isWhole ? '' : 'part-'}${calendarDay(generatedAt, asked.timeZone)}.zip`;
      return { stored, rows: progress.done, fileName };
    },
    stopping,
  );
