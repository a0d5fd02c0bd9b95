import { sql, type Kysely } from 'kysely';
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
import { askPrepared } from '#server/platform/postgres/named-statement.ts';
import type { Services } from '#server/platform/services.ts';
import { dueOrder } from './assignment-filters.ts';
import { standing } from './assignment-view.ts';
import { completedZoneSql } from './completed-zone.ts';
import { effectiveStatusOf, isExpired } from './effective-status.ts';
import { evidenceOfRecords } from './evidence.ts';
import { evidenceValidity } from './record-validity.ts';
import { shownStats, statsOf } from './stats.queries.ts';
import { dueMoveJson, dueMoveSql, type DueDateMove } from './versions-and-moves.ts';

/** As many as one answer has: in due order nothing that is open is left out. */
const most = 1000;

interface HomeRow {
  readonly id: number;
  readonly moduleId: number;
  readonly status: EffectiveStatus;
  readonly storedStatus: StoredStatus;
  readonly progress: number;
  readonly score: number | null;
  readonly dueDate: string | null;
  readonly assignedDate: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly completedTimeZone: string | null;
  readonly completionKind: 'completion' | 'backdated' | null;
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
  readonly dueDateMoved: DueDateMove | null;
  /** Of an open one: the name of its first file, its link, and the beginning of its text, for the rule of Start. */
  readonly fileName: string | null;
  readonly link: string | null;
  readonly contentHead: string | null;
  readonly quizAttempts: QuizAttempts | null;
  readonly recordId: number | null;
  readonly certificateNumber: string | null;
  readonly total: number;
  readonly today: string;
}

const today = sql<string>`clock.today`;
const status = effectiveStatusOf({
  status: sql`a.status`,
  dueDate: sql`a.due_date`,
  expired: isExpired('a', today),
  today,
});
const shownStatus = sql<EffectiveStatus>`seen.status`;

/** The own trainings in due order; what a row shows besides its assignment and module is read for the rows of the answer only. */
const homeSql = ({ id, timeZone }: Pick<Actor, 'id' | 'timeZone'>) => sql<HomeRow>`
  with clock as materialized (select today_in(${timeZone}) as today),
  page as materialized (
    select a.*, seen.status as shown_status, clock.today, t.title, t.reference, t.content_type, t.duration, t.completion_policy,
      t.current_version_id, count(*) over ()::int as total, row_number() over (order by ${dueOrder(shownStatus)}) as place
    from clock
    cross join training_assignments a
    join training_modules t on t.id = a.module_id
    cross join lateral (select ${status} as status offset 0) seen
    where a.user_id = ${id} and a.status <> 'voided'
    order by place limit ${sql.lit(most)}
  )
  select a.id, a.module_id, a.shown_status as status, a.status as stored_status, a.progress, a.score, a.due_date, a.assigned_date,
    a.started_at, a.completed_at, ${completedZoneSql} as completed_time_zone, r.kind as completion_kind, a.is_required,
    a.next_renewal_date, a.cycle, a.title, a.reference, a.content_type, a.duration, a.completion_policy,
    r.version_number as version_completed, ev.number as effective_version, ${dueMoveJson} as due_date_moved,
    first.name as file_name, v.content_url as link, left(v.content, 400) as content_head,
    ${quizAttemptsSql(sql`a.module_id`, sql`a.id`, sql`work.version_id`)} as quiz_attempts,
    r.id as record_id, c.number as certificate_number, a.total, a.today
  from page a
  cross join lateral (select case when a.status = 'not_started' then coalesce(a.current_version_id, a.module_version_id)
    else coalesce(a.module_version_id, a.current_version_id) end as version_id offset 0) work
  left join module_versions ev on ev.id = a.current_version_id
  left join module_versions v on v.id = work.version_id and a.status in ('not_started', 'in_progress')
  left join lateral (select f.name from module_version_files f where f.version_id = v.id order by f.position limit 1) first on true
  left join lateral (${dueMoveSql()}) k on true
  left join training_records r on r.assignment_id = a.id
  left join certificates c on c.training_record_id = r.id and a.status = 'completed'
  order by a.place`;

/** The own trainings with the state of every signature, and their figures, in two statements (LRN-01, SIG-04, PERF-03). */
export async function homeTrainings(services: Services, db: Kysely<DB>, actor: Actor) {
  const rows = await askPrepared<HomeRow, DB>(db, 'assignments.home', homeSql(actor));
  const recordIds = rows.flatMap(({ recordId }) => (recordId === null ? [] : [recordId]));
  const validity = await evidenceValidity(services, await evidenceOfRecords(db, recordIds));
  const trainings = rows.map((row) => {
    const { title, reference, contentType, duration, fileName, quizAttempts } = row;
    const hasQuiz = quizAttempts !== null;
    const contentUrl = fileName === null ? row.link : fileUrl(fileName);
    const known = row.recordId === null ? undefined : validity.get(row.recordId);
    return {
      ...row,
      ...standing({ ...row, hasQuiz, quizPassed: quizAttempts?.passed ?? false }),
      module: {
        title,
        reference,
        contentType,
        duration,
        canStart:
          row.completedAt === null &&
          (canStart({ contentType, contentUrl, content: row.contentHead }) || hasQuiz),
      },
      signature: known ? { state: known.state, reason: known.reason } : null,
      quiz: quizAttempts && quizStandingOf(quizAttempts),
    };
  });
  const total = rows[0]?.total ?? 0;
  return { trainings, total, stats: await figuresOf(db, actor, rows, total) };
}

/** The figures of the rows that are here, which are all of them but for who has more than one answer holds. */
async function figuresOf(db: Kysely<DB>, actor: Actor, rows: readonly HomeRow[], total: number) {
  const facts = rows.map((row) => ({ ...row, status: row.storedStatus }));
  const stats = total > rows.length ? await statsOf(db, actor.id) : shownStats(facts, rows[0]?.today ?? '');
  if (!stats) throw new Error('the person has no figures');
  return { ...stats, inProgress: stats.inProgressPercent };
}
