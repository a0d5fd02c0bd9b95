import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import type { DB } from '#server/db/db.d.ts';
import { readSealLag, readSentStates, readCheckSummary } from '#server/domains/audit/index.ts';
import { createClock } from '#server/platform/clock/clock.ts';
import { isHeld } from '#server/platform/mail/restored.ts';
import { listenerName } from '#server/platform/postgres/connections.ts';
import type { Measure } from '#server/platform/metrics/metrics.ts';

const counted = (rows: readonly { of: string; value: number }[], all: readonly string[]) =>
  all.map((of) => ({ of, value: rows.find((row) => row.of === of)?.value ?? 0 }));

/** Returns the figures of the installation in its metrics (OPS-04), for the alarms of operators. */
export function measuresOf(db: Kysely<DB>, pool: pg.Pool): readonly Measure[] {
  return [
    {
      name: 'database_pool',
      help: 'Connections of the pool of this process: allowed, open, idle; and what waits for one.',
      label: 'state',
      read: async () => [
        { of: 'limit', value: pool.options.max },
        { of: 'total', value: pool.totalCount },
        { of: 'idle', value: pool.idleCount },
        { of: 'waiting', value: pool.waitingCount },
      ],
    },
    {
      name: 'processes',
      help: 'Servers and workers that are connected to the database.',
      read: async () => {
        const { rows } = await sql<{ value: number }>`
          select count(*)::int as value from pg_stat_activity
          where datname = current_database() and application_name = ${listenerName}`.execute(db);
        return rows;
      },
    },
    {
      name: 'audit_seal_lag_seconds',
      help: 'How long the oldest event of the audit trail waits for its seal (AUD-02).',
      read: async () => [{ value: (await readSealLag(db)).seconds }],
    },
    {
      name: 'audit_copy_lag_seconds',
      help: 'How long the oldest seal waits to be sent to each place outside the installation (AUD-02).',
      label: 'destination',
      read: async () =>
        (await readSentStates(db)).map(({ kind, lagSeconds }) => ({ of: kind, value: lagSeconds })),
    },
    {
      name: 'verify_last_run_timestamp_seconds',
      help: 'When the last integrity check ended, 0 for never (OPS-10).',
      read: async () => [{ value: ((await readCheckSummary(db)).lastEndedAt?.getTime() ?? 0) / 1000 }],
    },
    {
      name: 'verify_clean',
      help: 'Whether the last integrity check found nothing: 1 or 0; no value before the first one (AUD-04).',
      read: async () => {
        const { clean } = await readCheckSummary(db);
        return clean === null ? [] : [{ value: clean ? 1 : 0 }];
      },
    },
    {
      name: 'verify_findings',
      help: 'Findings of integrity checks that no administrator has signed for (AUD-04).',
      read: async () => [{ value: (await readCheckSummary(db)).openFindings }],
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
      name: 'mail_oldest_waiting_seconds',
      help: 'How long the oldest mail of the outbox waits to be sent; mails that are held for a decision do not count.',
      read: async () => {
        const { rows } = await sql<{ value: number }>`
          select coalesce(max(extract(epoch from app_now() - coalesce(released_at, created_at))), 0)::float8 as value
          from mail_outbox where state = 'waiting' and not ${isHeld}`.execute(db);
        return rows;
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
