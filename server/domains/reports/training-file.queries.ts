import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { sql, type Kysely } from 'kysely';
import type { EffectiveStatus } from '#shared/domain/assignments/status.ts';
import type { CertificateValidity } from '#shared/domain/certificates/validity.ts';
import type { SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import { noReach } from '#shared/domain/access/permissions.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { RevocationReason, WithdrawalReason } from '#shared/reasons/findings.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  dueMoveJson,
  dueMoveSql,
  effectiveStatusOf,
  recordValidity,
  type DueDateMove,
  type ShownSignature,
  recordSourceJson,
  type RecordSource,
} from '#server/domains/assignments/index.ts';
import { certificateStatus } from '#server/domains/certificates/index.ts';
import type { Services } from '#server/platform/services.ts';
import { nameAsOf } from '#server/platform/papers/name-as-of.ts';
import { changedSince } from '#server/platform/postgres/changed-since.ts';
import { dateIn, peopleAsOf, relationsAsOf } from './as-of.ts';
import { effectiveVersion, reportAssignments, reportDetails } from './report-scope.ts';

/** The person and the instant of a training file. */
export interface FileOf {
  readonly userId: string;
  readonly asOf: Date;
  /** Only the completion of this record. */
  readonly recordId?: number | undefined;
}

/** The person of a training file with their name and place at the instant. */
export interface PersonAsOf {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly jobTitle: string | null;
  readonly role: 'admin' | 'manager' | 'learner';
  readonly organizationId: number | null;
  readonly organizationName: string | null;
  readonly departmentName: string | null;
  readonly managerName: string | null;
  /** The time at which an erasure replaced the names. */
  readonly erasedAt: Date | null;
}

/** A completion with its signature and its certificate: everything about it, in one row. */
export interface CompletionAsOf {
  readonly recordId: number;
  readonly cycle: number;
  readonly moduleTitle: string;
  readonly moduleReference: string | null;
  readonly versionNumber: number;
  readonly effectiveVersion: number | null;
  readonly versionHash: string;
  readonly assignedDate: Date;
  readonly dueDate: string | null;
  readonly dueDateMoved: DueDateMove | null;
  readonly kind: CompletionKind;
  readonly score: number | null;
  readonly completedAt: Date;
  readonly recordedAt: Date;
  readonly recordedByName: string | null;
  readonly reason: string | null;
  readonly source: RecordSource | null;
  readonly timeZone: string;
  readonly voidedAt: Date | null;
  readonly voidedReason: string | null;
  readonly voidedCode: WithdrawalReason | null;
  readonly validUntil: string | null;
  readonly signature: ShownSignature | null;
  readonly signatureFault: SignatureReasonCode | null;
  readonly certificate: {
    readonly number: string;
    readonly status: CertificateValidity;
    readonly fault: SignatureReasonCode | null;
    readonly reason: string | null;
    readonly code: RevocationReason | null;
  } | null;
}

interface CompletionRow extends Omit<CompletionAsOf, 'signature' | 'signatureFault' | 'certificate'> {
  readonly certificateNumber: string | null;
  readonly certificateExpiresOn: string | null;
  readonly revoked: boolean;
  readonly revokedReason: string | null;
  readonly revokedCode: RevocationReason | null;
  readonly today: string;
}

/** A training that was not completed. */
export interface OpenAsOf {
  readonly title: string;
  readonly reference: string | null;
  readonly cycle: number;
  readonly versionNumber: number | null;
  readonly effectiveVersion: number | null;
  readonly status: EffectiveStatus;
  readonly assignedDate: Date;
  readonly dueDate: string | null;
  readonly dueDateMoved: DueDateMove | null;
  readonly origin: string | null;
  readonly isOnboardingRequired: boolean;
}

/** A training that was removed before its completion. */
export interface RemovedAsOf {
  readonly title: string;
  readonly reference: string | null;
  readonly cycle: number;
  readonly assignedDate: Date;
  readonly dueDate: string | null;
  readonly voidedAt: Date;
  readonly voidedReason: string | null;
  readonly voidedCode: WithdrawalReason | null;
}

/** A part of the rows; each statement is limited to it. */
export interface Part {
  readonly limit: number;
  readonly offset: number;
}

const scopeOf = ({ userId, asOf }: FileOf) =>
  ({ reach: { ...noReach, all: true }, org: 'all', userId, asOf: asOf.toISOString() }) as const;

/** Returns the CTEs before each statement: the person as `people`, also an erased one, whose trainings stay. */
const personOf = ({ userId, asOf }: FileOf) => sql`
  ${relationsAsOf(asOf.toISOString(), { among: sql`select ${userId}::text` })},
  people as (
    select u.id, u.until, ${dateIn(asOf.toISOString(), sql`coalesce(o.time_zone, 'UTC')`)} as today
    from (${peopleAsOf}) u left join organizations_then o on o.id = u.organization_id where u.id = ${userId}
  )`;

/** Returns the person at the instant; null before the first record of them. */
export async function personAsOf(db: Kysely<DB>, { userId, asOf }: FileOf): Promise<PersonAsOf | null> {
  const among = sql`select ${userId}::text union select manager_id from user_periods where user_id = ${userId} and manager_id is not null`;
  const { rows } = await sql<PersonAsOf>`
    with ${relationsAsOf(asOf.toISOString(), { among })}
    select u.id as user_id, coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as name, u.email, u.job_title,
      u.role, u.organization_id, o.name as organization_name, d.name as department_name,
      coalesce(${nameAsOf(sql`u.manager_id`, sql`u.until`)}, (select email from users where id = u.manager_id)) as manager_name, u.erased_at
    from (${peopleAsOf}) u
    left join organizations_then o on o.id = u.organization_id
    left join departments_then d on d.id = u.department_id
    where u.id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** Returns whether a person had this record by then. */
export async function hasRecord(db: Kysely<DB>, { userId, asOf, recordId }: FileOf): Promise<boolean> {
  const { rows } = await sql`
    select 1 from training_records r
    where r.id = ${recordId ?? null} and r.user_id = ${userId} and r.recorded_at < ${asOf.toISOString()}::timestamptz`.execute(
    db,
  );
  return rows.length > 0;
}

/** The last instant of a day where a person was; null before there was anything of them. */
export async function endOfDayOf(db: Kysely<DB>, userId: string, day: CalendarDate): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    with ${relationsAsOf(day, { among: sql`select ${userId}::text` })}
    select until from places_then where id = ${userId}`.execute(db);
  const [found] = rows;
  return found ? new Date(found.until.getTime() - 1) : null;
}

/** Completions that were recorded by then, in the order in which they were completed. */
export async function completionsAsOf(
  services: Services,
  db: Kysely<DB>,
  file: FileOf,
  part: Part,
): Promise<readonly CompletionAsOf[]> {
  const scope = scopeOf(file);
  const { rows } = await sql<CompletionRow>`
    with ${personOf(file)}
    select r.id as record_id, r.cycle, r.module_title, r.module_reference, r.version_number, ev.number as effective_version, r.version_hash,
      a.assigned_date, case when h.assignment_id is null then a.due_date else h.due_date end as due_date, ${dueMoveJson} as due_date_moved,
      r.kind, r.score, r.completed_at, r.recorded_at, ${nameAsOf(sql`r.recorded_by`, sql`p.until`)} as recorded_by_name, r.reason, ${recordSourceJson} as source, r.time_zone,
      r.expires_on as valid_until, v.voided_at, v.voided_reason, v.voided_code,
      c.number as certificate_number, c.expires_on as certificate_expires_on, coalesce(c.revoked_at < p.until, false) or v.voided_at is not null as revoked,
      case when c.revoked_at < p.until then c.revoked_reason end as revoked_reason,
      case when c.revoked_at < p.until then c.revoked_code end as revoked_code,
      (p.until at time zone r.time_zone)::date::text as today
    from people p
    join training_records r on r.user_id = p.id and r.recorded_at < p.until
      and ${file.recordId === undefined ? sql`true` : sql`r.id = ${file.recordId}`}
    join training_assignments a on a.id = r.assignment_id
    left join lateral (select a.voided_at, a.voided_reason, a.voided_code where a.voided_at < p.until) v on true
    left join lateral (
      select * from assignment_history h where h.assignment_id = a.id and h.replaced_at >= p.until order by h.replaced_at limit 1
    ) h on true
    left join certificates c on c.training_record_id = r.id and c.issued_at < p.until
    left join lateral (${effectiveVersion(scope, sql`r.module_id`)}) ev on true
    left join lateral (${dueMoveSql(sql`p.until`)}) k on true
    order by r.completed_at, r.id limit ${part.limit} offset ${part.offset}`.execute(db);
  const validity = await recordValidity(
    services,
    db,
    rows.map((row) => row.recordId),
  );
  return rows.map(
    ({ certificateNumber, certificateExpiresOn, revoked, revokedReason, revokedCode, today, ...row }) => {
      const known = validity.get(row.recordId);
      const fault = known ? known.reasonCode : 'missing';
      const worth = certificateStatus({
        reasonCode: fault,
        expiresOn: certificateExpiresOn,
        recordedExpiresOn: row.validUntil,
        revoked: revoked === true,
        today,
      });
      const certificate =
        certificateNumber === null
          ? null
          : {
              number: certificateNumber,
              status: worth.status,
              fault: worth.reasonCode,
              reason: revokedReason,
              code: revokedCode,
            };
      return { ...row, signature: known?.signature ?? null, signatureFault: fault, certificate };
    },
  );
}

/** Trainings that were assigned and neither completed nor removed by then. */
export async function openAsOf(db: Kysely<DB>, file: FileOf, part: Part): Promise<readonly OpenAsOf[]> {
  const scope = scopeOf(file);
  const status = effectiveStatusOf({
    status: sql`a.status`,
    dueDate: sql`a.due_date`,
    expired: sql`a.expired`,
    today: sql`p.today`,
  });
  const { rows } = await sql<OpenAsOf>`
    with ${personOf(file)}
    select m.title, m.reference, a.cycle, v.number as version_number, ev.number as effective_version, ${status} as status, a.assigned_date,
      a.due_date, ${dueMoveJson} as due_date_moved, own.is_onboarding_required,
      coalesce(
        (select coalesce(b.before ->> 'name', x.name) from training_matrices x
          cross join lateral (select ${changedSince('training_matrices', sql`x.id`, sql`p.until`)} as before) b where x.id = own.matrix_id),
        ${nameAsOf(sql`own.assigned_by_user_id`, sql`p.until`)}, own.assigned_by
      ) as origin
    from people p
    cross join lateral (${reportAssignments(scope)}) a
    join training_assignments own on own.id = a.id
    ${reportDetails(scope)}
    where a.status <> 'completed'
    order by a.assigned_date, a.id limit ${part.limit} offset ${part.offset}`.execute(db);
  return rows;
}

/** Trainings that were removed by then, and never completed. */
export async function removedAsOf(db: Kysely<DB>, file: FileOf, part: Part): Promise<readonly RemovedAsOf[]> {
  const { rows } = await sql<RemovedAsOf>`
    with ${personOf(file)}
    select m.title, m.reference, a.cycle, a.assigned_date, a.due_date, a.voided_at, a.voided_reason, a.voided_code
    from people p
    join training_assignments a on a.user_id = p.id and a.voided_at < p.until
    join training_modules n on n.id = a.module_id
    left join modules_then c on c.id = n.id and c.until = p.until
    cross join lateral (
      select case when c.before ? 'title' then c.before ->> 'title' else n.title end as title,
        case when c.before ? 'reference' then c.before ->> 'reference' else n.reference end as reference
    ) m
    where not exists (select from training_records r where r.assignment_id = a.id and r.recorded_at < p.until)
    order by a.assigned_date, a.id limit ${part.limit} offset ${part.offset}`.execute(db);
  return rows;
}
