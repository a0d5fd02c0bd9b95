import { sql } from 'kysely';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { notifyPeople } from '#server/platform/notices.ts';
import type { Services } from '#server/platform/services.ts';
import type { FindingKind, VerifyReport } from '../verify/findings.ts';
import { integrityFindingsMail } from './integrity.mails.ts';
import { findRun, lockFindings } from './runs.store.ts';

/** A stored finding: those of `verify`, and the number of further ones. */
interface KeptFinding {
  readonly kind: FindingKind | 'more_findings';
  readonly object: string;
  readonly detail: string;
}

/** The result of a check. */
export interface Outcome {
  readonly state: 'finished' | 'failed';
  readonly report: Omit<VerifyReport, 'findings' | 'clean'> & { readonly findings: readonly KeptFinding[] };
}

/**
 * Ends a check with its findings, and notifies every administrator once of the findings that are new since the last check
 * (AUD-04). A signed finding that is found again stays signed, unless it had disappeared in between.
 */
export async function finishRun(services: Services, runId: number, outcome: Outcome): Promise<void> {
  const { state, report } = outcome;
  await runCommand(services, { actorId: null, action: 'integrity.checked' }, async (tx) => {
    await lockFindings(tx.db);
    if ((await findRun(tx.db, runId, true))?.state !== 'running') return;
    const kept = identified([
      ...report.findings,
      ...(report.omitted > 0
        ? [{ kind: 'more_findings' as const, object: 'findings', detail: String(report.omitted) }]
        : []),
    ]);
    const fresh = await insertFindings(tx, runId, kept);
    await sql`
      update verify_runs set state = ${state}, ended_at = clock_timestamp(), clean = ${kept.length === 0},
        counts = ${JSON.stringify(report.checked)}::jsonb
      where id = ${runId}`.execute(tx.db);
    if (fresh > 0) await notifyAdministrators(tx, runId, fresh);
  });
}

/**
 * Returns each finding with a hash that is the same wherever the same thing is found. A finding that was named twice is returned
 * once.
 */
function identified(findings: readonly KeptFinding[]) {
  const rows = findings.map((finding) => ({
    ...finding,
    identity: sha256Hex(JSON.stringify([finding.kind, finding.object, finding.detail])),
  }));
  return [...new Map(rows.map((row) => [row.identity, row])).values()].map((row, position) => ({
    ...row,
    position,
  }));
}

/** Stores the findings, and returns how many of them are new since the last check that could have found them. */
async function insertFindings(
  tx: CommandTransaction,
  runId: number,
  findings: readonly (KeptFinding & { readonly identity: string; readonly position: number })[],
): Promise<number> {
  if (findings.length === 0) return 0;
  const lastRun = (condition: ReturnType<typeof sql<boolean>>) =>
    sql`(select id from verify_runs where id <> ${runId} and ${condition} order by began_at desc, id desc limit 1)`;
  const { rows } = await sql<{ isFresh: boolean }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(findings)}::json)
        as g (position int, kind text, object text, detail text, identity text)
    ),
    before as (
      select ${lastRun(sql<boolean>`state = 'finished'`)} as any_run,
        ${lastRun(sql<boolean>`state = 'finished' and with_files`)} as file_run,
        ${lastRun(sql<boolean>`state in ('finished', 'failed')`)} as tried_run
    ),
    known as (
      select g.*, f.id is null as is_fresh, f.acknowledgement_id
      from given g cross join before b left join verify_findings f on f.identity = g.identity and f.run_id =
        case when g.kind in ('file_changed', 'file_missing') then b.file_run
          when g.kind = 'check_failed' then b.tried_run else b.any_run end
    ),
    kept as (
      insert into verify_findings (run_id, position, kind, object, detail, identity, acknowledgement_id)
      select ${runId}, position, kind, object, detail, identity, acknowledgement_id from known order by position
    )
    select is_fresh from known`.execute(tx.db);
  return rows.filter(({ isFresh }) => isFresh).length;
}

async function notifyAdministrators(tx: CommandTransaction, runId: number, findings: number): Promise<void> {
  const administrators = await tx.db
    .selectFrom('users')
    .select(['id', 'email', 'settings'])
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .where('erasedAt', 'is', null)
    .execute();
  const cause = `integrity.checked verify_runs ${String(runId)}`;
  notifyPeople(tx, {
    notice: 'integrity_findings',
    userIds: administrators.map(({ id }) => id),
    params: { people: findings },
    priority: 'high',
    dedupeKey: cause,
  });
  await queueMails(
    tx,
    administrators.map(({ id, email, settings }) => ({
      template: integrityFindingsMail,
      to: email,
      userId: id,
      language: settingsWithDefaults(settings as Record<string, unknown>).language,
      payload: { findings },
      cause,
    })),
  );
}
