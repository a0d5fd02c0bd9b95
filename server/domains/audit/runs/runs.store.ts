import { sql, type Kysely } from 'kysely';
import {
  dueCheck,
  type CheckHistory,
  type CheckKind,
  type CheckState,
} from '#shared/domain/integrity/checks.ts';
import type { DB } from '#server/db/db.d.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { restoredAt } from '#server/platform/mail/restored.ts';

/** A check as its job needs it. */
export interface StoredRun {
  readonly id: number;
  readonly kind: CheckKind;
  readonly withFiles: boolean;
  readonly state: CheckState;
}

/** Reads one check; undefined if there is none. */
export async function findRun(db: Kysely<DB>, id: number, lock = false): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`
    select id, kind, with_files, state from verify_runs where id = ${id} ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Returns the check that waits or runs; undefined if none does. */
export async function findOpenRun(db: Kysely<DB>): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`
    select id, kind, with_files, state from verify_runs where state in ('waiting', 'running')`.execute(db);
  return rows[0];
}

/**
 * Returns the check that is due now (OPS-10), in the time zone of most people. It uses the time of the database itself, so that a
 * changed app_now() does not postpone a check.
 */
export async function findDueCheck(db: Kysely<DB>): Promise<ReturnType<typeof dueCheck>> {
  // A row with a start in the future postpones nothing.
  const { rows } = await sql<CheckHistory>`
    with past as (select * from verify_runs where began_at <= now())
    select now() as now,
      coalesce((
        select o.time_zone from users u join organizations o on o.id = u.organization_id where u.is_active
        group by o.time_zone order by count(*) desc, o.time_zone limit 1), 'UTC') as zone,
      coalesce((select at from audit.events order by id limit 1), now()) as since,
      (select max(began_at) from past where ended_at is not null) as last_began,
      (select max(began_at) from past where state = 'finished' and with_files) as last_full_began,
      (select max(began_at) from past where ended_at is not null and with_files) as last_full_tried,
      ${restoredAt} as restored_at`.execute(db);
  const [history] = rows;
  return history ? dueCheck(history) : null;
}

/** The number of findings that are not signed yet, with a hash of them. */
export interface OpenFindings {
  readonly count: number;
  /** SHA-256 over their identities in order; of none too. */
  readonly hash: string;
}

/** Returns the hash of a list of findings, independent of their order (AUD-04). */
export const hashOfFindings = (identities: readonly string[]): string =>
  sha256Hex([...new Set(identities)].toSorted().join('\n'));

/** Returns the findings of all checks that nobody has signed for yet, each once. */
export async function readOpenFindings(db: Kysely<DB>): Promise<OpenFindings> {
  const { rows } = await sql<{ identity: string }>`
    select distinct identity from verify_findings where acknowledgement_id is null`.execute(db);
  return { count: rows.length, hash: hashOfFindings(rows.map(({ identity }) => identity)) };
}

/** The state of the installation, for metrics, doctor and readiness (OPS-10). */
export interface CheckSummary {
  /** The time at which the last completed check ended; null if never. */
  readonly lastEndedAt: Date | null;
  /** Whether it found nothing; null for never. */
  readonly clean: boolean | null;
  readonly openFindings: number;
}

/** Reads the state of the installation. */
export async function readCheckSummary(db: Kysely<DB>): Promise<CheckSummary> {
  const { rows } = await sql<CheckSummary>`
    select last.ended_at as last_ended_at, last.clean,
      (select count(distinct identity)::int from verify_findings where acknowledgement_id is null) as open_findings
    from (select 1) one left join lateral (
      select ended_at, clean from verify_runs where state in ('finished', 'failed') and ended_at <= clock_timestamp() order by ended_at desc, id desc limit 1) last on true`.execute(
    db,
  );
  return rows[0] ?? { lastEndedAt: null, clean: null, openFindings: 0 };
}

/** Locks the findings against a check that ends, or a signature that is given, at the same time. */
export async function lockFindings(db: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('integrity.findings', 7078))`.execute(db);
}

/** Returns the facts of readiness about the last integrity check (OPS-10). */
export async function readIntegrity(db: Kysely<DB>): Promise<'clean' | 'findings' | 'unknown'> {
  const { clean, openFindings } = await readCheckSummary(db);
  if (openFindings > 0) return 'findings';
  return clean === null ? 'unknown' : 'clean';
}
