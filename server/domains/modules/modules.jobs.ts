import { sql } from 'kysely';
import { z } from 'zod';
import { makeEffective } from '#server/domains/modules/commands/publish-draft.ts';
import { isScheduledSql } from '#server/domains/modules/publishable.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';

/**
 * Makes versions effective whose day has come, the oldest day first (MOD-11). Each version has its own command, which checks
 * again under the lock of its module, so that two servers do it once. A failed version does not delay the others; the job fails
 * at the end and is tried again.
 */
export const makeVersionsEffectiveJob = defineJob({
  name: 'modules.versionsInForce',
  data: z.object({}),
  schedule: '* * * * *',
  run: async (services) => {
    const { rows } = await sql<{ id: number; moduleId: number }>`
      select v.id, v.module_id from module_versions v
      join training_modules m on m.id = v.module_id
      left join module_versions c on c.id = m.current_version_id
      where v.effective_from > v.published_at and v.effective_from <= app_now()
        and ${isScheduledSql} and m.retired_at is null
      order by v.effective_from, v.id
    `.execute(services.db);
    let failed = 0;
    for (const { id, moduleId } of rows) {
      try {
        await runCommand(services, { action: 'module.version-in-force', actorId: null }, (tx) =>
          makeEffective(tx, moduleId, id),
        );
      } catch (error) {
        failed += 1;
        services.log.error({ err: error, moduleId, versionId: id }, 'a version could not be made effective');
      }
    }
    if (failed > 0)
      throw new Error(`${String(failed)} of ${String(rows.length)} versions could not be made effective`);
  },
});
