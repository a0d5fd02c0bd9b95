import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { EffectiveStatus, StoredStatus } from '#shared/domain/assignments/status.ts';
import { MAX_COUNTED } from '#shared/domain/lists/counted.ts';
import type { FamilyRow } from '#shared/domain/modules/families.ts';
import type { WithdrawalReason } from '#shared/reasons/findings.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  familiesJson,
  hasQuizSql,
  quizAttemptsSql,
  quizPassedSql,
  type QuizAttempts,
} from '#server/domains/modules/index.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { assignmentOrder, conditions, statusSql, type AssignmentQuery } from './assignment-filters.ts';
import { completedZoneSql } from './completed-zone.ts';
import { evidenceOf, noEvidence } from './evidence.ts';
import { recordTables } from './record-statements.ts';
import { dueMoveJson, dueMoveSql, type DueDateMove } from './versions-and-moves.ts';

/** How much of one file was seen. */
export interface FileProgressRow {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly pages: number | null;
  readonly seenPages: number;
  readonly durationSeconds: number | null;
  readonly watchedSeconds: number;
}

/** An assignment with everything that its views show, as the database gives it. */
export interface AssignmentRow {
  readonly id: number;
  readonly userId: string;
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
  readonly completionKind: CompletionKind | null;
  readonly assignmentType: string;
  readonly assignedByUserId: string | null;
  readonly assignedByName: string | null;
  readonly matrixName: string | null;
  readonly isRequired: boolean;
  readonly isOnboardingRequired: boolean;
  readonly noLongerRequired: boolean;
  readonly renewalFrequency: number | null;
  readonly nextRenewalDate: string | null;
  readonly cycle: number;
  readonly voidedAt: Date | null;
  readonly voidedReason: string | null;
  readonly voidedCode: WithdrawalReason | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly revision: number;
  readonly title: string;
  readonly description: string;
  readonly reference: string | null;
  readonly contentType: string;
  readonly trainingCategory: string | null;
  readonly family: string | null;
  readonly duration: number;
  readonly passingScore: number | null;
  readonly completionPolicy: string;
  readonly hasQuiz: boolean;
  /** The quiz is passed on the version that counts for the assignment. */
  readonly quizPassed: boolean;
  readonly versionNumber: number | null;
  readonly versionCompleted: number | null;
  readonly effectiveVersion: number | null;
  readonly dueDateMoved: DueDateMove | null;
  /** The start of the text content: enough for the content rules. */
  readonly contentHead: string | null;
  readonly link: string | null;
  readonly files: readonly FileProgressRow[];
  readonly recordId: number | null;
  readonly certificateNumber: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly organizationId: number | null;
  readonly organizationName: string | null;
  readonly departmentId: number | null;
  readonly departmentName: string | null;
}

const tables = sql`
  training_assignments a
  join users u on u.id = a.user_id
  join training_modules t on t.id = a.module_id
  left join organizations o on o.id = u.organization_id`;

/** The person's progress in the files of the version that they work on. */
const files = sql`
  select coalesce(json_agg(json_build_object(
    'name', vf.name, 'contentType', f.mime, 'size', f.size, 'pages', coalesce(pdf.pages, f.pages),
    'seenPages', (select count(*) from page_views pv where pv.assignment_id = a.id and pv.file_id = f.id),
    'durationSeconds', f.duration_seconds,
    'watchedSeconds', coalesce((
      select sum(upper(part) - lower(part)) from video_ranges vr, unnest(vr.watched) part
      where vr.assignment_id = a.id and vr.file_id = f.id), 0)) order by vf.position), '[]') as list
  from module_version_files vf join files f on f.id = vf.file_id
  left join file_conversions made on made.file_id = f.id left join files pdf on pdf.id = made.pdf_id
  where vf.version_id = v.id`;

/** Returns the tables that counting needs: people and modules are read only for a filter on them. */
const countedTables = (reach: Reach, { q, status, group, family, organizationId }: AssignmentQuery) =>
  reach.all && [q, status, group, family, organizationId].every((filter) => filter === undefined)
    ? sql`training_assignments a`
    : tables;

/** Returns how many assignments a list has in all pages, one more than {@link MAX_COUNTED} at most. */
export async function countAssignments(
  db: Kysely<DB>,
  reach: Reach,
  query: AssignmentQuery,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from ${countedTables(reach, query)} where ${conditions(reach, query)} limit ${MAX_COUNTED + 1}) a
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** SQL of the rows of the CTE `page` with everything that their views show, in their order. */
const shown = (more: RawBuilder<unknown> = sql``): RawBuilder<unknown> => sql`
    select a.id, a.user_id, a.module_id, ${statusSql} as status, a.status as stored_status, a.progress, a.score, a.due_date,
      a.assigned_date, a.started_at, a.completed_at, ${completedZoneSql} as completed_time_zone, r.kind as completion_kind, a.assignment_type, a.assigned_by_user_id,
      nullif(concat_ws(' ', giver.first_name, giver.last_name), '') as assigned_by_name, x.name as matrix_name,
      a.is_required, a.is_onboarding_required, a.no_longer_required_at is not null as no_longer_required,
      a.renewal_frequency, a.next_renewal_date, a.cycle, a.voided_at, a.voided_reason, a.voided_code, a.created_at, a.updated_at,
      a.revision, t.title, t.description, t.reference, t.content_type, mc.name as training_category, t.family, t.duration,
      t.passing_score, t.completion_policy, ${hasQuizSql(sql`t.id`)} as has_quiz,
      ${quizPassedSql(sql`a.id`, sql`v.id`)} as quiz_passed, v.number as version_number,
      r.version_number as version_completed, ev.number as effective_version, ${dueMoveJson} as due_date_moved, left(v.content, 400) as content_head,
      v.content_url as link, seen.list as files, r.id as record_id, c.number as certificate_number,
      u.first_name, u.last_name, u.email, u.organization_id, o.name as organization_name, u.department_id,
      d.name as department_name${more}
    from page
    join (${tables}) on a.id = page.id
    left join module_categories mc on mc.id = t.category_id
    left join departments d on d.id = u.department_id
    left join users giver on giver.id = a.assigned_by_user_id
    left join training_matrices x on x.id = a.matrix_id
    left join module_versions v on v.id =
      case when a.status = 'not_started' then coalesce(t.current_version_id, a.module_version_id)
        else coalesce(a.module_version_id, t.current_version_id) end
    left join module_versions ev on ev.id = t.current_version_id
    left join lateral (${dueMoveSql()}) k on true
    cross join lateral (${files}) seen
    left join training_records r on r.assignment_id = a.id
    left join certificates c on c.training_record_id = r.id and a.status = 'completed'
    order by page.place`;

/**
 * Returns one page of assignments within a reach; the details are read for the page only. The page is cut off before it is
 * numbered, so that it can be read along an index of its order.
 */
export async function listAssignments(
  db: Kysely<DB>,
  reach: Reach,
  query: AssignmentQuery,
): Promise<readonly AssignmentRow[]> {
  const rows = await queryPrepared(
    db,
    'assignments.all',
    sql<AssignmentRow>`
    with page as materialized (
      select id, row_number() over () as place from (
        select a.id from ${tables} where ${conditions(reach, query)}
        order by ${assignmentOrder(query.sort)} limit ${query.limit} offset ${query.offset}
      ) found
    ) ${shown()}`,
  );
  return rows;
}

/** An assignment with the attempts at its quiz; null if it asks no questions. */
export type LearnerRow = AssignmentRow & { readonly quizAttempts: QuizAttempts | null };

/** A page of assignments with all that is needed to show and judge them. */
export interface AssignmentPage {
  readonly rows: readonly LearnerRow[];
  readonly total: number;
  readonly families: readonly FamilyRow[];
  /** The text of the evidence of its completions, for {@link evidenceValidity}. */
  readonly evidence: string;
}

const pageEvidence = evidenceOf(`page join (${recordTables}) on r.assignment_id = page.id`);

type FirstRow = LearnerRow & {
  readonly total: number;
  readonly families: readonly FamilyRow[] | null;
  readonly evidence: string | null;
};

/**
 * Returns a page of assignments with the number of all, the families of the modules and the evidence of the completions, in one
 * statement (LRN-01). The first row has what belongs to the page as a whole. This is for lists of one person, whose rows are few
 * enough to be counted.
 */
export async function pageOfAssignments(
  db: Kysely<DB>,
  reach: Reach,
  query: AssignmentQuery,
): Promise<AssignmentPage> {
  const first = sql`page.place = ${query.offset + 1}`;
  const statement = sql<FirstRow>`
    with page as materialized (
      select a.id, row_number() over (order by ${assignmentOrder(query.sort)}) as place, count(*) over ()::int as total
      from ${tables} where ${conditions(reach, query)}
      order by place limit ${query.limit} offset ${query.offset}
    ) ${shown(sql`, page.total, ${quizAttemptsSql(sql`t.id`, sql`a.id`, sql`v.id`)} as quiz_attempts, case when ${first} then ${familiesJson} end as families,
      case when ${first} then ${pageEvidence} end as evidence`)}`;
  const rows = await queryPrepared<FirstRow, DB>(db, 'assignments.page', statement);
  const [head] = rows;
  return {
    rows,
    // Beyond the last page there is no row with the length.
    total: head?.total ?? (query.offset === 0 ? 0 : await countAssignments(db, reach, query)),
    families: head?.families ?? [],
    evidence: head?.evidence ?? noEvidence,
  };
}
