import { sql, type RawBuilder } from 'kysely';
import { rate } from '#shared/domain/compliance/rates.ts';
import type { DataSetName } from '#shared/domain/reports/data-sets.ts';
import type { TrainingState } from '#shared/domain/reports/training-states.ts';
import {
  completedZoneSql,
  countsOf,
  dueMoveJson,
  effectiveStatusOf,
} from '#server/domains/assignments/index.ts';
import { isNamedSql } from '#server/platform/postgres/name-key.ts';
import { effectiveVersion, reportAssignments, reportDetails, reportPeople } from '../report-scope.ts';
import { evidenceColumns, withEvidence } from './evidence.ts';
import type { DataSource, ExportScope } from './data-set.ts';
import { audit } from './audit-rows.ts';
import { matrixAsOf } from './matrix-as-of.ts';
import { completedText, days, ofOrganizations, utc } from './narrowing.ts';
import { storedTrainings } from '../module-people/stored-training.ts';
import { moveOf, trainingRows, matchesTraining } from '../module-people/training-rows.ts';

const status = effectiveStatusOf({
  status: sql`a.status`,
  dueDate: sql`a.due_date`,
  expired: sql`a.expired`,
  today: sql`p.today`,
});

const personColumns =
  sql.raw(`p.organization_name as organization, p.department_name as department, p.last_name, p.first_name,
  p.email, p.job_title, case when p.is_active then 'yes' else 'no' end as active`);
const personOrder = sql.raw('p.organization_name nulls last, lower(p.last_name), lower(p.first_name), p.id');

/** Only people are sorted as a whole, what each of them has one by one: the first lines come at once (see report-rows.ts). */
const sortedPeople = (scope: ExportScope) => sql`
  with ${reportPeople(scope)}, p as materialized (select p.* from people p order by ${personOrder})`;

/** The moves of the due date, by the columns of an export. */
const moveColumns = sql.raw(`a.moved ->> 'firstDueDate' as first_due_date, a.moved ->> 'at' as due_moved_at,
      a.moved ->> 'by' as due_moved_by, a.moved ->> 'reason' as due_moved_reason`);

const people: DataSource = {
  rowsOf: () => sql`1`,
  rows: (scope) => sql`
    with ${reportPeople(scope)}
    select p.id as user_id, ${personColumns}, p.role,
      (select coalesce((select h.email from person_history h where h.user_id = m.id and h.replaced_at >= p.until
          order by h.replaced_at limit 1), m.email) from users m where m.id = p.manager_id) as manager,
      ${utc('greatest(p.last_sign_in_at, c.last_change)')} as last_activity, c.total as assigned, c.completed, c.overdue, c.expired
    from people p
    cross join lateral (select p.today) t
    cross join lateral (${countsOf(reportAssignments(scope))}) c
    order by ${personOrder}`,
  complete: (_, rows) =>
    Promise.resolve(
      rows.map((row) => ({
        ...row,
        completion_rate: rate(Number(row['completed']), Number(row['assigned'])),
      })),
    ),
  made: { columns: ['completion_rate'], from: ['completed', 'assigned'] },
};

/** All cycles of a person's modules. Each module has at most one open cycle. */
const cycles = sql.raw('(completions + in_progress + not_started + overdue)');

/** Cycles of each status: one completion of a module is shown as expired at most. */
const rowsOfStatus: Readonly<Record<TrainingState, string>> = {
  not_started: 'not_started',
  in_progress: 'in_progress',
  overdue: 'overdue',
  completed: '(completions - expired)',
  expired: 'expired',
  // No assignment has it.
  not_assigned: '0',
};

/** For assignments the days are those of the due date. */
const dueBetween = ({ from, to }: ExportScope) => sql`
  ${from === undefined ? sql`true` : sql`a.due_date >= ${from}::date`} and ${to === undefined ? sql`true` : sql`a.due_date <= ${to}::date`}`;

const assignments: DataSource = {
  rowsOf: ({ status: only, from, to }) =>
    (from ?? to) !== undefined ? undefined : only === undefined ? cycles : sql.raw(rowsOfStatus[only]),
  rows: (scope) => sql`${sortedPeople(scope)}
    select a.id as assignment_id, ${personColumns}, coalesce(a.record_title, a.title) as module,
      coalesce(a.record_reference, a.reference) as reference, a.version, a.effective_version, ${status} as status,
      ${utc('a.assigned_date')} as assigned_at, a.due_date::text as due_date,
      ${moveColumns}, ${utc('a.started_at')} as started_at,
      ${completedText('a.completed_at', 'a.completed_tz', 'a.completion_kind')} as completed_at, a.completed_tz, a.completion_kind, a.score
    from p cross join lateral (
      select a.*, m.title, m.reference, ${completedZoneSql} as completed_tz, r.kind as completion_kind, r.module_title as record_title, r.module_reference as record_reference,
        coalesce(r.version_number, v.number) as version, ev.number as effective_version, ${dueMoveJson} as moved
      from (${reportAssignments(scope)}) a ${reportDetails(scope)}
      order by a.due_date nulls last, a.id
    ) a
    where ${scope.status === undefined ? sql`true` : sql`${status} = ${scope.status}`} and ${dueBetween(scope)}
    order by p.organization_name nulls last, lower(p.last_name), lower(p.first_name), p.id, a.due_date nulls last, a.id`,
};

const ofModule = (column: RawBuilder<unknown>, { moduleId }: ExportScope) =>
  moduleId === undefined ? sql`true` : sql`${column} = ${moduleId}`;

const wantedCompletions = (scope: ExportScope) =>
  sql`r.recorded_at < p.until and ${days(sql`r.completed_at`, scope, sql`r.time_zone`)} and ${ofModule(sql`r.module_id`, scope)}`;

/** Returns SQL of the status of a completion `r` of a person `p`: its assignment counts, no longer counts, or was voided. */
const completionStatus = (scope: ExportScope) => sql`(
  select case when count(*) = 0 then 'voided' when bool_or(a.expired) then 'expired' else 'completed' end
  from (${reportAssignments(scope)}) a where a.id = r.assignment_id)`;

/** Returns whether all completions of the people are wanted, as they are now. */
const isOfPeopleOnly = ({ asOf, from, to, moduleId, status: only }: ExportScope): boolean =>
  [asOf, from, to, moduleId, only].every((filter) => filter === undefined);

const completions: DataSource = {
  counted: (scope) =>
    isOfPeopleOnly(scope)
      ? // Person by person from the index alone: a count that ends at a limit reads only some of them (PERF-03).
        sql`with ${reportPeople(scope)}
          select from people p cross join lateral (select from training_records r where r.user_id = p.id offset 0) r`
      : sql`with ${reportPeople(scope)}
          select from people p join training_records r on r.user_id = p.id
          where ${wantedCompletions(scope)} and ${scope.status === undefined ? sql`true` : sql`${completionStatus(scope)} = ${scope.status}`}`,
  rows: (scope) => sql`${sortedPeople(scope)}
    select r.id as record_id, ${personColumns}, r.module_title as module, r.module_reference as reference,
      r.version_number as version, ev.number as effective_version, r.status,
      ${completedText('r.completed_at', 'r.time_zone', 'r.kind')} as completed_at, r.time_zone as completed_tz, r.score, r.kind, r.reason, r.source,
      r.expires_on::text as valid_until, ${utc('r.recorded_at')} as recorded_at, c.number as certificate
    from p cross join lateral (
      select r.*, case when a.id is null then 'voided' when a.expired then 'expired' else 'completed' end as status
      from training_records r left join (${reportAssignments(scope)}) a on a.id = r.assignment_id
      where r.user_id = p.id
    ) r
    left join certificates c on c.training_record_id = r.id and c.issued_at < p.until
    left join lateral (${effectiveVersion(scope, sql`r.module_id`)}) ev on true
    where ${wantedCompletions(scope)} and ${scope.status === undefined ? sql`true` : sql`r.status = ${scope.status}`}
    order by p.organization_name nulls last, lower(p.last_name), lower(p.first_name), p.id, r.completed_at, r.id`,
  complete: withEvidence,
  made: { columns: evidenceColumns, from: ['record_id'] },
};

const report: DataSource = {
  // People without trainings have a line too.
  rowsOf: () => sql`greatest(${cycles}, 1)`,
  rows: (scope) => sql`${sortedPeople(scope)}
    select ${personColumns}, coalesce(a.record_title, a.title) as module, coalesce(a.record_reference, a.reference) as reference,
      a.version, a.effective_version, ${status} as status, ${utc('a.assigned_date')} as assigned_at, a.due_date::text as due_date,
      ${moveColumns},
      ${completedText('a.completed_at', 'a.completed_tz', 'a.completion_kind')} as completed_at, a.completed_tz, a.score, a.record_id
    from p left join lateral (
      select a.*, m.title, m.reference, ${completedZoneSql} as completed_tz, r.kind as completion_kind, r.id as record_id, r.module_title as record_title,
        r.module_reference as record_reference, coalesce(r.version_number, v.number) as version, ev.number as effective_version, ${dueMoveJson} as moved
      from (${reportAssignments(scope)}) a ${reportDetails(scope)}
      order by a.due_date nulls last, a.id
    ) a on true
    order by p.organization_name nulls last, lower(p.last_name), lower(p.first_name), p.id, a.due_date nulls last, a.id`,
  complete: withEvidence,
  made: { columns: evidenceColumns, from: ['record_id'] },
};

const training: DataSource = {
  counted: (scope) =>
    scope.asOf === undefined && scope.version === undefined ? storedTrainings(scope) : trainingsOf(scope),
  rows: trainingsOf,
};

function trainingsOf(scope: ExportScope): RawBuilder<unknown> {
  return sql`
    with ${trainingRows(scope)}
    select p.module_title as module, p.module_reference as reference, p.version, ev.number as effective_version, ${personColumns}, p.state as status,
      ${utc('p.assigned_date')} as assigned_at, p.due_date::text as due_date,
      k.first_due_date::text as first_due_date, ${utc('k.at')} as due_moved_at, k.by as due_moved_by, k.reason as due_moved_reason,
      ${completedText('p.completed_at', 'p.completed_tz', 'p.completion_kind')} as completed_at, p.completed_tz, p.completion_kind, p.valid_until::text as valid_until, p.score
    from training p left join module_versions ev on ev.id = p.current_version_id ${moveOf('p')}
    where ${matchesTraining(scope)}
    order by lower(p.module_title), p.module_id, ${personOrder}`;
}

const entriesNow = sql`
  entries_now as (
    select e.id, x.id as matrix_id, x.name, x.organization_id, x.department_id, x.job_title, m.id as module_id,
      m.title, m.reference, e.is_required, e.days_to_due, e.renewal_period
    from training_matrices x
    join training_matrix e on e.matrix_id = x.id
    join training_modules m on m.id = e.module_id
    where x.archived_at is null
  )`;

/** Entries of matrices for a department and a job title. */
const forPeople = ({ departmentId, jobTitle }: ExportScope) => sql`
  ${departmentId === undefined ? sql`true` : departmentId === 'none' ? sql`e.department_id is null` : sql`coalesce(e.department_id = ${departmentId}, false)`}
  and ${jobTitle === undefined || jobTitle === '' ? sql`true` : sql`coalesce(${isNamedSql(sql`e.job_title`, jobTitle)}, false)`}`;

const matrix: DataSource = {
  rows: (scope) => {
    const { asOf } = scope;
    const of = asOf === undefined ? 'now' : 'then';
    return sql`
      with ${asOf === undefined ? entriesNow : matrixAsOf(asOf)}
      select e.name as matrix, o.name as organization, d.name as department, e.job_title, e.title as module, e.reference,
        case when e.is_required then 'yes' else 'no' end as required, e.days_to_due, e.renewal_period as renewal_months
      from ${sql.table(`entries_${of}`)} e
      left join ${sql.table(asOf === undefined ? 'organizations' : 'organizations_then')} o on o.id = e.organization_id
      left join ${sql.table(asOf === undefined ? 'departments' : 'departments_then')} d on d.id = e.department_id
      where ${ofOrganizations(sql`e.organization_id`, scope)} and ${ofModule(sql`e.module_id`, scope)} and ${forPeople(scope)}
      order by lower(e.name), e.matrix_id, lower(e.title), e.id`;
  },
};

/** The sources of the rows of each data set (RPT-03). */
export const dataSources: Readonly<Record<DataSetName, DataSource>> = {
  people,
  assignments,
  completions,
  training,
  matrix,
  audit,
  report,
};
