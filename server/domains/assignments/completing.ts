import { sql, type Kysely, type RawBuilder } from 'kysely';
import { DEFAULT_RENEWAL_WINDOW, validityOf, type Validity } from '#shared/domain/assignments/renewal.ts';
import type { StoredStatus } from '#shared/domain/assignments/status.ts';
import type { CompletionPolicy } from '#shared/domain/modules/completion-policy.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  hasQuizSql,
  isContentSeen,
  quizPassedSql,
  viewStateSql,
  type StoredViewState,
} from '#server/domains/modules/index.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { todayIn } from './effective-status.ts';
import { belongs } from './plan.ts';

/** The facts about an assignment that completing needs, with the database's clock (DI-01). */
export interface Completing {
  readonly id: number;
  readonly userId: string;
  readonly organizationId: number | null;
  readonly moduleId: number;
  readonly status: StoredStatus;
  readonly cycle: number;
  /** The quiz score so far; null without a quiz. */
  readonly score: number | null;
  readonly title: string;
  readonly reference: string | null;
  readonly completionPolicy: CompletionPolicy;
  /** Percent; for a passed quiz the passing score of the attempt. */
  readonly passingScore: number | null;
  /** The module asks questions (VIEW-06). */
  readonly hasQuiz: boolean;
  readonly quizPassed: boolean;
  readonly versionId: number | null;
  readonly versionNumber: number | null;
  readonly versionHash: string | null;
  /** The person started or opened it, or passed its quiz, after this version had taken effect: it was in front of them. */
  readonly versionOpened: boolean;
  /** The version is the effective one: no later one can promise to retrain. */
  readonly versionInForce: boolean;
  readonly timeZone: string;
  readonly now: Date;
  readonly today: string;
  /** How long a completion is valid, from `completedOn` or from today (MTX-08); null means that it never expires. */
  readonly validity: Validity | null;
  readonly completedAt: Date;
  /** Whether the content was seen (VIEW-04); null if there is none. */
  readonly contentSeen: boolean | null;
  /** The onboarding of the person is complete: a completion does not change it (MTX-07). */
  readonly isOnboarded: boolean;
  /** The id that the record gets, so that its bytes can name it before it is stored; null when read without lock. */
  readonly recordId: number | null;
}

/**
 * SQL of the version that was effective at an instant of the past, the first one before that: what was read then cannot have
 * been a later one (MOD-11). Never one after the version that the person was given: who finishes an old one read that.
 */
function inForceAt(
  instant: RawBuilder<unknown>,
  given: RawBuilder<number | null>,
): RawBuilder<number | null> {
  return sql<number | null>`(
    select p.id from module_versions latest
    join module_versions p on p.module_id = latest.module_id and p.status = 'published' and p.number <= latest.number
    where latest.id = ${given}
    order by p.effective_from <= ${instant} desc, case when p.effective_from <= ${instant} then -p.number else p.number end
    limit 1)`;
}

interface CompletingRow extends Omit<Completing, 'validity' | 'contentSeen'> {
  readonly content: StoredViewState | null;
  readonly completedOn: string;
  readonly renewalFrequency: number | null;
  readonly renewalWindow: number | null;
  readonly anchorBefore: string | null;
  readonly validBefore: string | null;
}

function withValidity(row: CompletingRow): Completing {
  const { completedOn, renewalFrequency, renewalWindow, anchorBefore, validBefore, content, ...rest } = row;
  const terms = { period: renewalFrequency, window: renewalWindow ?? DEFAULT_RENEWAL_WINDOW };
  const before =
    anchorBefore === null || validBefore === null ? null : { anchor: anchorBefore, validUntil: validBefore };
  const contentSeen = content && isContentSeen(content);
  return { ...rest, contentSeen, validity: validityOf(completedOn, terms, before) };
}

/**
 * SQL of how the matrices of the person `u` renew the module of an assignment `a` that none of them created: by the shortest
 * period, like the assignments that they create (MTX-08). An assignment that they created without a period has none.
 */
const renewedBy = sql`
  select e.renewal_period as period, e.renewal_window as days
  from training_matrix e join training_matrices m on m.id = e.matrix_id and ${belongs('m', 'u')}
  where e.module_id = a.module_id and e.is_required and e.renewal_period is not null
    and a.matrix_id is null and a.renewal_frequency is null
  order by e.renewal_period, e.id limit 1`;

/**
 * Reads an assignment for completing it; with `lock` its row is held until the command ends.
 *
 * @param completedOn the calendar date of a training of the past; null: now
 */
export async function readForCompleting(
  db: Kysely<DB>,
  id: number,
  options: { readonly ownerId?: string; readonly lock: boolean; readonly completedOn?: string },
): Promise<Completing | null> {
  return (await readWithCompletion(db, id, { ...options, extra: sql<null>`null` })).stored;
}

/** Returns the same in one statement with what another area has to know (PERF-03). */
export async function readWithCompletion<Extra>(
  db: Kysely<DB>,
  id: number,
  options: {
    readonly ownerId?: string;
    readonly lock: boolean;
    readonly completedOn?: string;
    readonly extra: RawBuilder<Extra>;
  },
): Promise<{ readonly stored: Completing | null; readonly extra: Extra | null }> {
  const { ownerId, completedOn } = options;
  const zone: RawBuilder<string> = sql`coalesce(o.time_zone, 'UTC')`;
  const now = sql`date_trunc('milliseconds', app_now())`;
  const today = todayIn(sql`o.time_zone`);
  const day = completedOn === undefined ? today : sql`${completedOn}::date`;
  // Noon of the day in the zone of the organization, but never later than now.
  const at =
    completedOn === undefined
      ? now
      : sql`least(((${completedOn}::date + time '12:00') at time zone ${zone}), ${now})`;
  const given = sql<number | null>`coalesce(a.module_version_id, t.current_version_id)`;
  const recordId = options.lock
    ? sql`nextval(pg_get_serial_sequence('training_records', 'id'))::int`
    : sql`null::int`;
  const [row] = await queryPrepared<CompletingRow & { readonly extra: Extra }, DB>(
    db,
    'assignments.completing',
    sql`
    select a.id, a.user_id, u.organization_id, a.module_id, a.status, a.cycle, a.score, t.title, t.reference,
      t.completion_policy, ${hasQuizSql(sql`t.id`)} as has_quiz, ${quizPassedSql(sql`a.id`, sql`v.id`)} as quiz_passed,
      case when passed.id is null then t.passing_score else passed.passing_score end as passing_score, v.id as version_id, v.number as version_number,
      v.content_hash as version_hash, (v.effective_from <= a.started_at or passed.id is not null or exists (select 1 from viewer_sessions s
        where s.assignment_id = a.id and s.module_version_id = v.id)) is true as version_opened, v.id is not distinct from t.current_version_id as version_in_force, ${zone} as time_zone, ${now} as now, ${today} as today,
      ${day} as completed_on, coalesce(a.renewal_frequency, renewed.period) as renewal_frequency,
      case when a.renewal_frequency is null then renewed.days else a.renewal_window end as renewal_window, before.anchor_before, before.valid_before,
      ${at} as completed_at, ${recordId} as record_id, u.onboarding_completed as is_onboarded,
      (select row_to_json(seen) from (${viewStateSql(sql`${id}::int`)}) seen) as content, ${options.extra} as extra
    from training_assignments a
    join users u on u.id = a.user_id
    join training_modules t on t.id = a.module_id
    left join organizations o on o.id = u.organization_id
    left join module_versions v on v.id = ${completedOn === undefined ? given : inForceAt(at, given)}
    left join quiz_attempts passed on passed.assignment_id = a.id and passed.module_version_id = v.id and passed.passed
    left join lateral (${renewedBy}) renewed on true
    left join lateral (
      select coalesce(b.renewal_anchor, (b.completed_at at time zone ${zone})::date) as anchor_before,
        b.next_renewal_date as valid_before
      from training_assignments b
      where b.user_id = a.user_id and b.module_id = a.module_id and b.cycle < a.cycle and b.status = 'completed'
        and b.next_renewal_date is not null
      order by b.next_renewal_date desc limit 1
    ) before on true
    where a.id = ${id}::int ${ownerId === undefined ? sql`` : sql`and a.user_id = ${ownerId}::text`}
    ${options.lock ? sql`for update of a` : sql``}`,
  );
  if (!row) return { stored: null, extra: null };
  const { extra, ...rest } = row;
  return { stored: withValidity(rest), extra };
}
