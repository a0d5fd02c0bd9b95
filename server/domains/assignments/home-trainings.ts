import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { EffectiveStatus, StoredStatus } from '#shared/domain/assignments/status.ts';
import { canStart } from '#shared/domain/modules/content-rule.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  fileUrl,
  quizAttemptsSql,
  quizStandingOf,
  type QuizAttempts,
} from '#server/domains/modules/index.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import type { Services } from '#server/platform/services.ts';
import { dueOrder } from './assignment-filters.ts';
import { standing } from './assignment-view.ts';
import { completedZoneSql } from './completed-zone.ts';
import { effectiveStatusOf, isExpired } from './effective-status.ts';
import { evidenceOf } from './evidence.ts';
import { evidenceValidity } from './evidence-validity.ts';
import { shownStats, statsOf } from './stats.queries.ts';
import { dueMoveJson, dueMoveSql, type DueDateMove } from './versions-and-moves.ts';

/** The most rows of one answer: in due order no open one is left out. */
const most = 1000;

/** A training as the statement writes it: JSON, which costs less to read than columns. */
interface HomeRow {
  readonly id: number;
  readonly moduleId: number;
  readonly status: EffectiveStatus;
  readonly storedStatus: StoredStatus;
  readonly progress: number;
  readonly score: number | null;
  readonly dueDate: string | null;
  readonly assignedDate: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly completedTimeZone: string | null;
  readonly completionKind: CompletionKind | null;
  readonly isRequired: boolean;
  readonly nextRenewalDate: string | null;
  readonly cycle: number;
  readonly title: string;
  readonly reference: string | null;
  readonly contentType: string;
  readonly duration: number;
  readonly completionPolicy: string;
  readonly versionCompleted: number | null;
  readonly effectiveVersion: number | null;
  /** For an open one: its link and the start of its text, for the rule of Start. */
  readonly link: string | null;
  readonly contentHead: string | null;
  readonly recordId: number | null;
  readonly certificateNumber: string | null;
}

interface HomeAnswer<Extra> {
  readonly today: string;
  /** One more than are shown, where there are more. */
  readonly trainings: readonly HomeRow[];
  readonly moves: Readonly<Record<string, DueDateMove>>;
  /** For open ones: the name of the first file, for the rule of Start. */
  readonly files: Readonly<Record<string, string>>;
  readonly quizzes: Readonly<Record<string, QuizAttempts>>;
  /** For {@link evidenceValidity}. */
  readonly evidence: string;
  readonly extra: Extra;
}

const today = sql<string>`clock.today`;
const status = effectiveStatusOf({
  status: sql`a.status`,
  dueDate: sql`a.due_date`,
  expired: isExpired('a', today),
  today,
});
const shownStatus = sql<EffectiveStatus>`seen.status`;

/** The records of the evidence; the page already has the assignments and modules with which they are judged. */
const recordsOfPage = `page a join training_records r on r.assignment_id = a.id
  cross join lateral (select a.module_id as id, a.title) m`;

const isOpen = sql`a.status in ('not_started', 'in_progress')`;

/** SQL of what few rows have, by the ids of their assignments. */
const extra = (value: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(json_object_agg(a.id, ${value}), '{}') from page a ${from})`;

/**
 * Returns SQL of the person's own trainings in due order: the statement first finds them, then reads what every row shows. Facts
 * that few rows have, and the evidence of completions, are separate columns.
 */
const homeSql = <Extra>({ id, timeZone }: Pick<Actor, 'id' | 'timeZone'>, more: RawBuilder<Extra>) => sql<
  HomeAnswer<Extra>
>`
  with clock as materialized (select today_in(${timeZone}) as today),
  page as materialized (
    select a.id, a.module_id, a.user_id, a.status, a.progress, a.score, a.due_date, a.assigned_date, a.started_at,
      a.completed_at, a.is_required, a.next_renewal_date, a.cycle, seen.status as shown_status, t.title, t.reference,
      t.content_type, t.duration, t.completion_policy, t.current_version_id,
      case when a.status = 'not_started' then coalesce(t.current_version_id, a.module_version_id)
        else coalesce(a.module_version_id, t.current_version_id) end as version_id,
      row_number() over (order by ${dueOrder(shownStatus)}) as place
    from clock
    cross join training_assignments a
    join training_modules t on t.id = a.module_id
    cross join lateral (select ${status} as status offset 0) seen
    where a.user_id = ${id} and a.status <> 'voided'
    order by place limit ${sql.lit(most + 1)}
  ),
  shown as (
    select a.id, a.module_id as "moduleId", a.shown_status as status, a.status as "storedStatus", a.progress, a.score,
      a.due_date as "dueDate", a.assigned_date as "assignedDate", a.started_at as "startedAt", a.completed_at as "completedAt",
      ${completedZoneSql} as "completedTimeZone", r.kind as "completionKind", a.is_required as "isRequired",
      a.next_renewal_date as "nextRenewalDate", a.cycle, a.title, a.reference, a.content_type as "contentType", a.duration,
      a.completion_policy as "completionPolicy", r.version_number as "versionCompleted", ev.number as "effectiveVersion",
      v.content_url as link, left(v.content, 400) as "contentHead", r.id as "recordId", c.number as "certificateNumber"
    from page a
    left join module_versions ev on ev.id = a.current_version_id
    left join module_versions v on v.id = a.version_id and ${isOpen}
    left join training_records r on r.assignment_id = a.id
    left join certificates c on c.training_record_id = r.id and a.status = 'completed'
    order by a.place
  )
  select (select today from clock) as today, (select coalesce(json_agg(shown), '[]') from shown) as trainings,
    ${extra(dueMoveJson, sql`cross join lateral (${dueMoveSql()}) k`)} as moves,
    ${extra(
      sql`f.name`,
      sql`cross join lateral (
        select f.name from module_version_files f where f.version_id = a.version_id order by f.position limit 1) f where ${isOpen}`,
    )} as files,
    ${extra(
      quizAttemptsSql(sql`a.module_id`, sql`a.id`, sql`a.version_id`),
      sql`join quizzes z on z.module_id = a.module_id`,
    )} as quizzes,
    ${evidenceOf(recordsOfPage)} as evidence, ${more} as extra`;

const instantOf = (written: string): Date => new Date(written);

/**
 * Returns the person's own trainings with the state of every signature, and their figures, in one statement (LRN-01, SIG-04,
 * PERF-03).
 *
 * @param extra data of another domain about the same person, which is read in the same statement and returned unchanged
 */
export async function homeTrainings<Extra>(
  services: Services,
  db: Kysely<DB>,
  actor: Actor,
  extra: RawBuilder<Extra>,
) {
  const [answer] = await queryPrepared(db, 'assignments.home', homeSql(actor, extra));
  if (!answer) throw new Error('the home has no row');
  const rows = answer.trainings.slice(0, most);
  const validity = await evidenceValidity(services, answer.evidence);
  const trainings = rows.map((row) => {
    const { id, title, reference, contentType, duration, completedAt } = row;
    const fileName = answer.files[id];
    const quizAttempts = answer.quizzes[id] ?? null;
    const hasQuiz = quizAttempts !== null;
    const contentUrl = fileName === undefined ? row.link : fileUrl(fileName);
    const starts = canStart({ contentType, contentUrl, content: row.contentHead }) || hasQuiz;
    const known = row.recordId === null ? undefined : validity.get(row.recordId);
    return {
      ...row,
      ...standing({ ...row, hasQuiz, quizPassed: quizAttempts?.passed ?? false }),
      dueDateMoved: answer.moves[id] ?? null,
      assignedDate: instantOf(row.assignedDate),
      completedAt: completedAt === null ? null : instantOf(completedAt),
      module: { title, reference, contentType, duration, canStart: completedAt === null && starts },
      signature: known ? { state: known.state, reason: known.reason, reasonCode: known.reasonCode } : null,
      quiz: quizAttempts && quizStandingOf(quizAttempts),
    };
  });
  const stats = await figuresOf(db, actor, answer);
  return { trainings, total: stats.totalAssignments, stats, extra: answer.extra };
}

/**
 * Returns the figures of the rows in the answer, which are all of them, except for people who have more than one answer contains.
 */
async function figuresOf(
  db: Kysely<DB>,
  actor: Actor,
  { trainings, today: day }: Pick<HomeAnswer<unknown>, 'trainings' | 'today'>,
) {
  const facts = trainings.map((row) => ({ ...row, status: row.storedStatus }));
  const stats = facts.length > most ? await statsOf(db, actor.id) : shownStats(facts, day);
  if (!stats) throw new Error('the person has no figures');
  return { ...stats, inProgress: stats.inProgressPercent };
}
