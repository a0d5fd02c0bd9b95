import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { cvFrom, cvStateSql } from './cvs.queries.ts';

/** The documents that are pending for a person, as the database counts them. */
export interface Waiting {
  readonly documents: number;
  readonly agreements: number;
  readonly cv: boolean;
}

/** SQL of the pending items of a person (HR-02…04): documents to read, agreements to sign, a CV that was requested, is pending signature or expires. */
export const pendingItemsSql = (userId: string): RawBuilder<Waiting | null> => sql<Waiting | null>`(
  select json_build_object(
    'documents', (select count(*) from hr_acknowledgements k where k.user_id = u.id and k.acknowledged_at is null
      and k.withdrawn_at is null),
    'agreements', (select count(*) from hr_agreements a join organizations w on w.id = a.organization_id
      where a.party_user_id = u.id and a.status = 'out_for_signature' and coalesce(a.ends_on >= today_in(w.time_zone), true)
      and not exists (select 1 from signatures s where s.hr_agreement_id = a.id and s.signer_id = u.id)),
    'cv', d.current_version_id is distinct from d.signed_version_id or ${cvStateSql} in ('expired', 'expiring')
      or exists (select 1 from hr_cv_requests r where r.user_id = u.id and r.fulfilled_at is null and r.withdrawn_at is null))
  from ${cvFrom} where u.id = ${userId})`;

/** Returns the result of {@link pendingItemsSql} in the form of the API. */
export function openDocuments(waiting: Waiting | null) {
  const { documents, agreements, cv } = waiting ?? { documents: 0, agreements: 0, cv: false };
  return { open: documents + agreements + (cv ? 1 : 0), documents, agreements, cv };
}

/** Returns the pending items of a person under Profile → Documents (HR-02…04). */
export async function openDocumentsOf(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<{
    waiting: Waiting | null;
  }>`select ${pendingItemsSql(userId)} as waiting`.execute(db);
  return openDocuments(rows[0]?.waiting ?? null);
}
