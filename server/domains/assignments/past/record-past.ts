import { sql } from 'kysely';
import type { PastPlan, PlannedCompletion } from '#shared/domain/assignments/past/plan-types.ts';
import type { CompletionPolicy } from '#shared/domain/modules/completion-policy.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { openRenewals } from '../commands/open-renewals.ts';
import { completeOnboarding } from '../onboarding.ts';
import { retrainAfter } from '../retraining.ts';
import { recordText } from '../training-record.ts';

/** How many completions are recorded in one statement. */
const batch = 2000;

/** The import whose completions are recorded, and the reason. */
interface PastRecording {
  readonly importId: number;
  readonly reason: string;
}

interface Version {
  readonly id: number;
  readonly contentHash: string;
  readonly title: string;
  readonly reference: string | null;
  readonly completionPolicy: CompletionPolicy;
  readonly passingScore: number | null;
}

/**
 * Records the completions of a plan without wrong rows (USR-09): trainings of the past with their records, without signatures and
 * certificates. Then opens the renewals that are due (MTX-08) and the retraining that later versions require (MOD-11). The caller holds the locks of the people.
 */
export async function recordPast(
  tx: CommandTransaction,
  plan: PastPlan,
  recording: PastRecording,
  note: (done: number) => Promise<void>,
): Promise<void> {
  await moveCycles(tx, plan);
  const planned = plan.rows.flatMap(({ line, completion }) => (completion ? [{ line, completion }] : []));
  const versions = await readVersions(
    tx,
    planned.map(({ completion }) => completion.versionId),
  );
  const assignmentIds = new Map<number, number>();
  for (let from = 0; from < planned.length; from += batch) {
    const some = planned.slice(from, from + batch);
    for (const [line, id] of await recordBatch(tx, some, versions, recording)) assignmentIds.set(line, id);
    await note(from + some.length);
  }
  const userIds = [...new Set(planned.map(({ completion }) => completion.userId))].toSorted();
  if (planned.length > 0) tx.changes();
  if (plan.renewals.length > 0)
    await openRenewals(tx, [...new Set(plan.renewals.map(({ userId }) => userId))].toSorted());
  for (const [versionId, of] of Map.groupBy(plan.retrainings, (one) => one.versionId))
    await retrainAfter(
      tx,
      versionId,
      of.flatMap(({ line }) => assignmentIds.get(line) ?? []),
    );
  await completeOnboarding(tx, userIds);
}

/**
 * Renumbers open trainings so that they come after the imported completions. It takes two steps, so that no two trainings ever
 * have the same number.
 */
async function moveCycles(tx: CommandTransaction, { moved }: PastPlan): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    update training_assignments a set cycle = m.cycle
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m("assignmentId" int, cycle int)
    where a.id = m."assignmentId"`.execute(tx.db);
}

async function readVersions(
  tx: CommandTransaction,
  versionIds: readonly number[],
): Promise<ReadonlyMap<number, Version>> {
  const { rows } = await sql<Version>`
    select v.id, v.content_hash, t.title, t.reference, t.completion_policy, t.passing_score
    from module_versions v join training_modules t on t.id = v.module_id
    where v.id = any(${[...new Set(versionIds)]}::int[])`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

interface Numbered {
  readonly line: number;
  readonly at: string;
  readonly recordId: number;
  readonly assignmentId: number;
}

/** Records some completions; returns their assignments by the lines. */
async function recordBatch(
  tx: CommandTransaction,
  some: readonly { readonly line: number; readonly completion: PlannedCompletion }[],
  versions: ReadonlyMap<number, Version>,
  { importId, reason }: PastRecording,
): Promise<readonly (readonly [line: number, assignmentId: number])[]> {
  const asked = some.map(({ line, completion: { completedOn, timeZone, assignmentId } }) => ({
    line,
    completedOn,
    timeZone,
    assignmentId,
  }));
  // Noon of the day where the person is, but never later than now: of such a completion only the day is known.
  const { rows: numbered } = await sql<Numbered>`
    select r.line, nextval(pg_get_serial_sequence('training_records', 'id'))::int as record_id,
      coalesce(r."assignmentId", nextval(pg_get_serial_sequence('training_assignments', 'id'))::int) as assignment_id,
      to_char(least((r."completedOn" + time '12:00') at time zone r."timeZone", date_trunc('milliseconds', app_now()))
        at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as r(line int, "completedOn" date, "timeZone" text, "assignmentId" int)`.execute(tx.db);
  const byLine = new Map(numbered.map((row) => [row.line, row]));
  const whole = some.map(({ line, completion }) => {
    const own = byLine.get(line);
    const version = versions.get(completion.versionId);
    if (!own || !version) throw new Error('a completion without its number or version');
    return { line, completion, own, version };
  });
  await insertTrainings(tx, whole);
  const records = whole.map(({ completion, own, version }) => {
    const text = recordText({
      id: own.recordId,
      organizationId: completion.organizationId,
      assignmentId: own.assignmentId,
      cycle: completion.cycle,
      userId: completion.userId,
      moduleId: completion.moduleId,
      moduleTitle: version.title,
      moduleReference: version.reference,
      versionNumber: completion.versionNumber,
      versionHash: version.contentHash,
      completionPolicy: version.completionPolicy,
      score: null,
      passingScore: version.passingScore,
      completedAt: new Date(own.at),
      timeZone: completion.timeZone,
      expiresOn: completion.validity?.validUntil ?? null,
      kind: 'from_source',
    });
    return {
      id: own.recordId,
      assignmentId: own.assignmentId,
      cycle: completion.cycle,
      userId: completion.userId,
      organizationId: completion.organizationId,
      moduleId: completion.moduleId,
      versionId: version.id,
      title: version.title,
      reference: version.reference,
      versionNumber: completion.versionNumber,
      versionHash: version.contentHash,
      policy: version.completionPolicy,
      passingScore: version.passingScore,
      at: own.at,
      timeZone: completion.timeZone,
      expiresOn: completion.validity?.validUntil ?? null,
      source: completion.source,
      fileId: completion.fileId,
      text,
      hash: sha256Hex(text),
    };
  });
  await sql`
    insert into training_records (id, assignment_id, cycle, user_id, organization_id, module_id, module_version_id,
      module_title, module_reference, version_number, version_hash, completion_policy, passing_score, completed_at,
      time_zone, expires_on, recorded_by, kind, reason, record_bytes, record_hash, import_id, source, source_file_id)
    overriding system value
    select r.id, r."assignmentId", r.cycle, r."userId", r."organizationId", r."moduleId", r."versionId", r.title,
      r.reference, r."versionNumber", r."versionHash", r.policy, r."passingScore", r.at, r."timeZone", r."expiresOn",
      ${tx.actorId}, 'from_source', ${reason}, r.text, r.hash, ${importId}::int, r.source, r."fileId"
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(id int, "assignmentId" int, cycle int, "userId" text,
      "organizationId" int, "moduleId" int, "versionId" int, title text, reference text, "versionNumber" int,
      "versionHash" text, policy text, "passingScore" numeric, at timestamptz, "timeZone" text, "expiresOn" date,
      source text, "fileId" int, text text, hash text)`.execute(tx.db);
  return numbered.map(({ line, assignmentId }) => [line, assignmentId]);
}

/** Inserts trainings that are completed already, and completes the open ones. */
async function insertTrainings(
  tx: CommandTransaction,
  whole: readonly { readonly completion: PlannedCompletion; readonly own: Numbered }[],
): Promise<void> {
  const trainings = whole.map(({ completion, own }) => ({
    id: own.assignmentId,
    isOpen: completion.assignmentId !== null,
    userId: completion.userId,
    moduleId: completion.moduleId,
    versionId: completion.versionId,
    at: own.at,
    frequency: completion.terms.period,
    window: completion.terms.period === null ? null : completion.terms.window,
    validUntil: completion.validity?.validUntil ?? null,
    anchor: completion.validity?.anchor ?? null,
    cycle: completion.cycle,
  }));
  const columns =
    sql.raw(`r(id int, "userId" text, "moduleId" int, "versionId" int, at timestamptz, frequency int,
    "window" int, "validUntil" date, anchor date, cycle int)`);
  const fresh = trainings.filter(({ isOpen }) => !isOpen);
  await sql`
    insert into training_assignments (id, user_id, module_id, module_version_id, assigned_by_user_id, status, progress,
      completed_at, assignment_type, renewal_frequency, renewal_window, next_renewal_date, renewal_anchor, cycle)
    overriding system value
    select r.id, r."userId", r."moduleId", r."versionId", ${tx.actorId}, 'completed', 100, r.at, 'manual', r.frequency,
      r."window", r."validUntil", r.anchor, r.cycle
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as ${columns}`.execute(tx.db);
  const open = trainings.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return;
  await sql`
    update training_assignments a set status = 'completed', progress = 100, score = null, completed_at = r.at,
      next_renewal_date = r."validUntil", renewal_anchor = r.anchor, module_version_id = r."versionId"
    from jsonb_to_recordset(${JSON.stringify(open)}::jsonb) as ${columns} where a.id = r.id`.execute(tx.db);
}
