import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { MIN_WARNING_DAYS } from '#shared/domain/hr/agreements.ts';
import type { ExpiryKind } from '#shared/domain/reminders/expiry.ts';
import { ownerBelongs } from './documents.queries.ts';

/** An item of the HR area that ends, or must be read or reviewed, on a day (HR-01…04). */
export interface ExpiringDocument {
  readonly kind: ExpiryKind;
  /** Id of the CV's or document's row, of the agreement, of the registration or of the acknowledgement. */
  readonly id: number;
  /** The last day of the item, the day by which its notice must be decided or it must be read, or the day of the review. */
  readonly day: string;
  readonly organizationId: number | null;
  /**
   * The owner of the CV, the party with an account, the reader, or the document's owner while they belong to it; null: hr of
   * the organization alone.
   */
  readonly personId: string | null;
  readonly title: string;
}

/** The day by which notice of an agreement `a` is decided: `expiringFrom` in SQL (HR-03). */
const noticeDay = sql`a.ends_on - greatest(a.notice_days, ${sql.lit(MIN_WARNING_DAYS)})`;

/** The last day of an agreement `a`: `lastDayOf` in SQL (HR-03). */
const lastDay = sql`coalesce(a.terminates_on, a.ends_on)`;

/**
 * SQL of the items that end or must be reviewed from one date to another, both included: a relation with the columns of
 * {@link ExpiringDocument}, which the schedule joins with its rules (NOT-04).
 */
export function expiringBetween(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'cv' as kind, d.id, s.valid_until as day, u.organization_id, u.id as person_id, '' as title
    from hr_documents d join hr_document_versions s on s.id = d.signed_version_id join users u on u.id = d.person_id
    where s.valid_until between ${from} and ${to} and ${isActivePerson('u')}
    union all
    select 'reading', k.id, k.due_on, d.organization_id, k.user_id, d.title
    from hr_acknowledgements k join hr_document_versions v on v.id = k.version_id join hr_documents d on d.id = v.document_id
    where k.acknowledged_at is null and k.withdrawn_at is null and k.due_on between ${from} and ${to}
    union all
    select 'notice', a.id, ${noticeDay}, a.organization_id, a.party_user_id, a.title
    from hr_agreements a where a.status = 'active' and a.terminates_on is null and ${noticeDay} >= a.starts_on
      and ${noticeDay} between ${from} and ${to}
    union all
    select 'agreement', a.id, ${lastDay}, a.organization_id, a.party_user_id, a.title
    from hr_agreements a where a.status = 'active' and ${lastDay} between ${from} and ${to}
    union all
    select 'review', d.id, v.review_on, d.organization_id, case when ${ownerBelongs} then d.owner_id end, d.title
    from hr_documents d join hr_document_versions v on v.id = d.current_version_id
    where d.kind = 'organization' and d.archived_at is null and v.review_on between ${from} and ${to}
    union all
    select 'registration', r.id, r.valid_until, r.organization_id, null, r.name
    from hr_registrations r where r.retired_at is null and r.valid_until between ${from} and ${to}
  `;
}
