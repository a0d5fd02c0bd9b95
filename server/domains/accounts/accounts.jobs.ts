import { CompiledQuery, sql } from 'kysely';
import { z } from 'zod';
import { activeSessionSql } from '#server/domains/accounts/authenticate.ts';
import { deleteOldIds } from '#server/domains/accounts/external/saml/used-ids.ts';
import { deleteIdempotencyKeys } from '#server/platform/command/idempotency.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';

// Sessions that ended by timeout are recorded in the trail (A11-05); those of deleted or inactive people are only deleted.
const endIdleSessionsSql = `
  with ended as (
    delete from sessions s using users u left join organizations o on o.id = u.organization_id
    where u.id = s.user_id and (${activeSessionSql}) is not true
    returning s.sid, s.user_id, u.organization_id, s.last_input_at, s.absolute_expire
  )
  select count(audit.record_access('account.sessionEnded', 'sessions', sid, jsonb_build_object(
    'subjectId', user_id, 'organizationId', organization_id, 'sessionId', sid, 'version', $1::text,
    'cause', case when absolute_expire <= app_now() then 'twelve hours' else 'idle or no longer allowed' end)))::int as ended
  from ended`;

/**
 * Removes what accounts no longer need: ended sessions (AUTH-05), temporary passwords after seven days, old failed attempts
 * (AUTH-11), unused links, messages of identity providers that are too old to be accepted again (AUTH-18), and stored answers
 * whose requests are no longer repeated (F13). Of a temporary password the sealed text is deleted; the refusal stays (AUTH-08).
 */
export const sweepAccountsJob = defineJob({
  name: 'accounts.sweep',
  data: z.object({}),
  schedule: '*/10 * * * *',
  run: async (services) => {
    await services.db.executeQuery(CompiledQuery.raw(endIdleSessionsSql, [services.version]));
    await sql`delete from sign_in_throttles where last_failed_at < app_now() - interval '2 days'`.execute(
      services.db,
    );
    await sql`delete from one_time_tokens where expires_at < app_now() - interval '30 days'`.execute(
      services.db,
    );
    await sql`delete from passkey_challenges where expires_at < app_now() - interval '1 hour'`.execute(
      services.db,
    );
    await deleteOldIds(services.db);
    await deleteIdempotencyKeys(services.db);
    const expired = await services.db
      .selectFrom('temporaryCredentials')
      .select('id')
      .where('ciphertext', 'is not', null)
      .where('expiresAt', '<=', sql<Date>`app_now()`)
      .limit(1)
      .executeTakeFirst();
    if (!expired) return;
    await runCommand(services, { action: 'account.temporaryPasswordExpired', actorId: null }, async (tx) => {
      await tx.db
        .updateTable('temporaryCredentials')
        .set({ ciphertext: null })
        .where('ciphertext', 'is not', null)
        .where('expiresAt', '<=', sql<Date>`app_now()`)
        .execute();
    });
  },
});
