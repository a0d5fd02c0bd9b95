import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { readSealLag } from '#server/domains/audit/index.ts';
import { createClock } from '#server/platform/clock/clock.ts';
import type { Measure } from '#server/platform/metrics/metrics.ts';

const counted = (rows: readonly { of: string; value: number }[], all: readonly string[]) =>
  all.map((of) => ({ of, value: rows.find((row) => row.of === of)?.value ?? 0 }));

/** The figures of the installation that its metrics tell (OPS-04): what an operator wants to be woken for. */
export function measuresOf(db: Kysely<DB>): readonly Measure[] {
  return [
    {
      name: 'audit_seal_lag_seconds',
      help: 'How long the oldest event of the audit trail waits for its seal (AUD-02).',
      read: async () => [{ value: (await readSealLag(db)).seconds }],
    },
    {
      name: 'database_clock_ahead_seconds',
      help: "Seconds by which the database's clock is ahead of this server's; beyond 60 nobody can sign (SIG-02).",
      read: async () => [{ value: (await createClock(db).distance()) / 1000 }],
    },
    {
      name: 'mails',
      help: 'Mails of the outbox that are not sent, by state.',
      label: 'state',
      read: async () => {
        const { rows } = await sql<{ of: string; value: number }>`
          select state as of, count(*)::int as value from mail_outbox where state <> 'sent' group by state`.execute(
          db,
        );
        return counted(rows, ['waiting', 'sending', 'failed']);
      },
    },
    {
      name: 'jobs',
      help: 'Background work, by state.',
      label: 'state',
      read: async () => {
        const { rows } = await sql<{ of: string; value: number }>`
          select state::text as of, count(*)::int as value from pgboss.job
          where state in ('created', 'retry', 'active', 'failed') group by state`.execute(db);
        return counted(rows, ['created', 'retry', 'active', 'failed']);
      },
    },
    {
      name: 'sessions',
      help: 'Sessions that have not ended.',
      read: async () => {
        const { rows } = await sql<{ value: number }>`
          select count(*)::int as value from sessions where expire > app_now()`.execute(db);
        return rows;
      },
    },
    {
      name: 'damaged_files',
      help: 'Stored files whose bytes are not those that were uploaded (SEC-04).',
      read: async () => {
        const { rows } = await sql<{ value: number }>`
          select count(*)::int as value from file_checks where not is_intact`.execute(db);
        return rows;
      },
    },
  ];
}
