import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { nameAsOf } from '#server/platform/papers/name-as-of.ts';
import { changedSince } from '#server/platform/postgres/changed-since.ts';

/** The facts of an agreement in its signed copy. */
export interface AgreementAsOf {
  readonly title: string;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly partyUserId: string | null;
  readonly partyName: string;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly terminatesOn: string | null;
  readonly noticeDays: number;
}

/** Returns an agreement at an instant, with the names of that time (INS-03). NOT_FOUND. */
export async function agreementAsOf(db: Kysely<DB>, id: number, asOf: Date): Promise<AgreementAsOf> {
  const at = sql`${asOf.toISOString()}::timestamptz`;
  const was = (column: string, type = 'text') =>
    sql`case when b.before ? ${sql.lit(column)} then (b.before ->> ${sql.lit(column)})::${sql.raw(type)} else a.${sql.ref(column)} end`;
  const { rows } = await sql<AgreementAsOf>`
    select ${was('title')} as title, a.organization_id, coalesce(c.before ->> 'name', o.name) as organization_name, a.party_user_id,
      coalesce(${nameAsOf(sql`a.party_user_id`, at)}, p.email, ${was('party_name')}, '') as party_name,
      ${was('starts_on', 'date')} as starts_on, ${was('ends_on', 'date')} as ends_on, ${was('terminates_on', 'date')} as terminates_on,
      ${was('notice_days', 'int')} as notice_days
    from hr_agreements a join organizations o on o.id = a.organization_id left join users p on p.id = a.party_user_id
    cross join lateral (select ${changedSince('hr_agreements', sql`a.id`, at)} as before) b
    cross join lateral (select ${changedSince('organizations', sql`o.id`, at)} as before) c
    where a.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}
