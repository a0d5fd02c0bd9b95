import { sql, type RawBuilder } from 'kysely';
import { rate } from '#shared/domain/compliance/rates.ts';
import type { DataSetName } from '#shared/domain/reports/data-sets.ts';
import { effectiveStatusOf, isOverdue } from '#server/domains/assignments/index.ts';
import { reportAssignments, reportDetails, reportPeople } from '../report-scope.ts';
import { evidenceColumns, withEvidence } from './evidence.ts';
import type { DataSource, ExportScope } from './data-set.ts';
import { matrixThen } from './matrix-then.ts';
import { trainingRows, wantedTraining } from '../module-people/training-rows.ts';

const utc = (value: string): RawBuilder<unknown> =>
  sql.raw(`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
const overdue = isOverdue(sql`a.status`, sql`a.due_date`, sql`p.today`);
const status = effectiveStatusOf(sql`a.status`, sql`a.due_date`, sql`p.today`);

const personColumns =
  sql.raw(`p.organization_name as organization, p.department_name as department, p.last_name, p.first_name,
  p.email, p.job_title, case when p.is_active then 'yes' else 'no' end as active`);
const personOrder = sql.raw('p.organization_name nulls last, lower(p.last_name), lower(p.first_name), p.id');

/** Only people are sorted as a whole, what each of them has one by one: the first lines come at once (see report-rows.ts). */
const sortedPeople = (scope: ExportScope) => sql`
  with ${reportPeople(scope)}, p as materialized (select p.* from people p order by ${personOrder})`;

const people: DataSource = {
  rowsOf: () => sql`1`,
  rows: (scope) => sql`
    with ${reportPeople(scope)}
    select p.id as user_id, ${personColumns}, p.role,
      (select coalesce((select h.email from person_history h where h.user_id = m.id and h.replaced_at >= p.until
          order by h.replaced_at limit 1), m.email) from users m where m.id = p.manager_id) as manager,
      ${utc('greatest(p.last_sign_in_at, c.last_change)')} as last_activity_utc, c.assigned, c.completed, c.overdue
    from people p
    cross join lateral (
      select count(*)::int as assigned, (count(*) filter (where a.status = 'completed'))::int as completed,
        (count(*) filter (where ${overdue}))::int as overdue, max(coalesce(a.completed_at, a.started_at)) as last_change
      from (${reportAssignments(scope)}) a
    ) c
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

const assignments: DataSource = {
  rowsOf: ({ status: only }) => sql.raw(only ?? 'total'),
  rows: (scope) => sql`${sortedPeople(scope)}
    select a.id as assignment_id, ${personColumns}, coalesce(a.record_title, a.title) as module,
      coalesce(a.record_reference, a.reference) as reference, a.version, ${status} as status,
      ${utc('a.assigned_date')} as assigned_at_utc, a.due_date::text as due_date, ${utc('a.started_at')} as started_at_utc,
      ${utc('a.completed_at')} as completed_at_utc, a.score
    from p cross join lateral (
      select a.*, m.title, m.reference, r.module_title as record_title, r.module_reference as record_reference,
        coalesce(r.version_number, v.number) as version
      from (${reportAssignments(scope)}) a ${reportDetails(scope)}
      order by a.due_date nulls last, a.id
    ) a
    where ${scope.status === undefined ? sql`true` : sql`${status} = ${scope.status}`}
    order by p.organization_name nulls last, lower(p.last_name), lower(p.first_name), p.id, a.due_date nulls last, a.id`,
};

const days = (column: RawBuilder<unknown>, { from, to }: ExportScope) => sql`
  ${from === undefined ? sql`true` : sql`${column} >= (${from}::date)::timestamp at time zone 'UTC'`}
  and ${to === undefined ? sql`true` : sql`${column} < (${to}::date + 1)::timestamp at time zone 'UTC'`}`;

const ofModule = (column: RawBuilder<unknown>, { moduleId }: ExportScope) =>
  moduleId === undefined ? sql`true` : sql`${column} = ${moduleId}`;

const completions: DataSource = {
  rows: (scope) => sql`${sortedPeople(scope)}
    select r.id as record_id, ${personColumns}, r.module_title as module, r.module_reference as reference,
      r.version_number as version, ${utc('r.completed_at')} as completed_at_utc, r.score, r.kind, r.reason,
      r.expires_on::text as valid_until, ${utc('r.recorded_at')} as recorded_at_utc, c.number as certificate
    from p join training_records r on r.user_id = p.id and r.recorded_at < p.until
    left join certificates c on c.training_record_id = r.id and c.issued_at < p.until
    where ${days(sql`r.completed_at`, scope)} and ${ofModule(sql`r.module_id`, scope)}
    order by p.organization_name nulls last, lower(p.last_name), lower(p.first_name), p.id, r.completed_at, r.id`,
  complete: withEvidence,
  made: { columns: evidenceColumns, from: ['record_id'] },
};

const report: DataSource = {
  // Who has no training has a line too.
  rowsOf: () => sql`greatest(total, 1)`,
  rows: (scope) => sql`${sortedPeople(scope)}
    select ${personColumns}, coalesce(a.record_title, a.title) as module, coalesce(a.record_reference, a.reference) as reference,
      a.version, ${status} as status, ${utc('a.assigned_date')} as assigned_at_utc, a.due_date::text as due_date,
      ${utc('a.completed_at')} as completed_at_utc, a.score, a.record_id
    from p left join lateral (
      select a.*, m.title, m.reference, r.id as record_id, r.module_title as record_title,
        r.module_reference as record_reference, coalesce(r.version_number, v.number) as version
      from (${reportAssignments(scope)}) a ${reportDetails(scope)}
      order by a.due_date nulls last, a.id
    ) a on true
    order by p.organization_name nulls last, lower(p.last_name), lower(p.first_name), p.id, a.due_date nulls last, a.id`,
  complete: withEvidence,
  made: { columns: evidenceColumns, from: ['record_id'] },
};

const training: DataSource = {
  rows: (scope) => sql`
    with ${trainingRows(scope)}
    select p.module_title as module, p.module_reference as reference, p.version, ${personColumns}, p.state as status,
      ${utc('p.assigned_date')} as assigned_at_utc, p.due_date::text as due_date,
      ${utc('p.completed_at')} as completed_at_utc, p.valid_until::text as valid_until, p.score
    from training p where ${wantedTraining(scope)}
    order by lower(p.module_title), p.module_id, ${personOrder}`,
};

/** Organizations of a reach; a matrix or an event without one belongs to the whole installation. */
function ofOrganizations(column: RawBuilder<unknown>, { reach, org }: ExportScope): RawBuilder<unknown> {
  const within = reach.all ? sql`true` : sql`${column} = any(${[...reach.organizationIds]}::int[])`;
  if (org === 'none') return sql`${within} and ${column} is null`;
  return org === 'all' ? within : sql`${within} and ${column} = ${org}`;
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

const matrix: DataSource = {
  rows: (scope) => {
    const { asOf } = scope;
    const of = asOf === undefined ? 'now' : 'then';
    return sql`
      with ${asOf === undefined ? entriesNow : matrixThen(asOf)}
      select e.name as matrix, o.name as organization, d.name as department, e.job_title, e.title as module, e.reference,
        case when e.is_required then 'yes' else 'no' end as required, e.days_to_due, e.renewal_period as renewal_months
      from ${sql.table(`entries_${of}`)} e
      left join ${sql.table(asOf === undefined ? 'organizations' : 'organizations_then')} o on o.id = e.organization_id
      left join ${sql.table(asOf === undefined ? 'departments' : 'departments_then')} d on d.id = e.department_id
      where ${ofOrganizations(sql`e.organization_id`, scope)} and ${ofModule(sql`e.module_id`, scope)}
      order by lower(e.name), e.matrix_id, lower(e.title), e.id`;
  },
};

/** How the actions of the HR area begin. */
const hrActions = ['agreement', 'cv', 'hr', 'hr_document', 'registration'];

/** What was done and read in the HR area is told to administrators alone: inspectors have no access to it (HR-05). */
const outsideHr = ({ reach }: ExportScope): RawBuilder<unknown> =>
  reach.all
    ? sql`true`
    : sql`coalesce(e.object_type, '') not like 'hr\\_%' and split_part(e.action, '.', 1) <> all(${hrActions}::text[])`;

const audit: DataSource = {
  rows: (scope) => sql`
    select e.id as event_id, ${utc('e.at')} as at_utc, e.kind, e.action, e.actor_id as actor, e.subject_id as subject,
      e.object_type as record, e.object_id as record_key, o.name as organization, e.outcome,
      coalesce(e.payload, e.residual)::jsonb ->> 'reason' as reason, coalesce(e.payload, e.residual) as changes
    from audit.events e left join organizations o on o.id = e.organization_id
    where ${ofOrganizations(sql`e.organization_id`, scope)} and ${outsideHr(scope)} and ${days(sql`e.at`, scope)}
    order by e.id`,
};

/** Where the rows of each data set come from (RPT-03). */
export const dataSources: Readonly<Record<DataSetName, DataSource>> = {
  people,
  assignments,
  completions,
  training,
  matrix,
  audit,
  report,
};
