import { sql, type Kysely } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { HrActivityType } from '#shared/domain/hr/activity.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';

/**
 * The number of events that are read per kind, and the number that is shown, so that many CVs in one day do not hide the rest.
 */
const [ofEachKind, shown] = [5, 12];
/** The number of documents of an organization that are looked at: versions are numbered as they come, or nearly so. */
const newestDocuments = 20;
const since = sql`app_now() - interval '90 days'`;

interface ActivityRow {
  readonly key: string;
  readonly type: HrActivityType;
  readonly at: Date;
  readonly actor: string | null;
  readonly person: string | null;
  readonly title: string | null;
  readonly people: number;
  readonly version: number | null;
  readonly organizationSlug: string | null;
  readonly registrationId: number | null;
}

/** The last step of an agreement `a`: the latest steps of all are among those of the agreements whose last step is latest. */
const lastStep = sql`greatest(a.sent_at, a.activated_at, a.declined_at, a.notice_given_at, a.terminated_at)`;

const nameOf = (user: string) => {
  const name = sql.ref(user);
  return sql`coalesce(nullif(concat_ws(' ', ${name}.first_name, ${name}.last_name), ''), ${name}.email)`;
};

/**
 * Returns the latest events of the HR area within the reach (HR-01), from the records in one statement: each kind is read along
 * an index, the newest first. Agreements and documents are read organization by organization: the uploads of everybody's CVs are between
 * those of documents, whose versions are numbered as they come. Requests of one person to many people at once are one line.
 */
export async function hrActivity(
  db: Kysely<DB>,
  reach: Reach,
  { organizationId }: { readonly organizationId?: number | undefined },
) {
  const area = (organization: ReturnType<typeof sql<number | null>>) =>
    organizationId === undefined
      ? withinReach(reach, sql<string>`null::text`, organization)
      : sql`${withinReach(reach, sql<string>`null::text`, organization)} and ${organization} = ${organizationId}`;
  const ofPerson = area(sql<number | null>`p.organization_id`);
  const ofDocument = area(sql<number | null>`d.organization_id`);
  const ofOrganization = area(sql<number | null>`o.id`);
  const limit = sql.lit(ofEachKind);
  const actor = nameOf('u');
  const person = nameOf('p');
  const { rows } = await sql<ActivityRow>`
    with cvs as (
      select 'cv_uploaded' as type, v.id::text as key, v.uploaded_at as at, null as actor, ${person} as person, null as title, 1 as people,
        v.number as version, null as organization_slug, null::int as registration_id
      from hr_document_versions v join hr_documents d on d.id = v.document_id join users p on p.id = d.person_id
      where v.uploaded_at > ${since} and ${ofPerson} order by v.uploaded_at desc limit ${limit}
    ), signed as (
      select 'cv_signed', v.id::text, v.signed_at, null, ${person}, null, 1, v.number, null, null::int
      from hr_document_versions v join hr_documents d on d.id = v.document_id join users p on p.id = d.person_id
      where v.signed_at > ${since} and ${ofPerson} order by v.signed_at desc limit ${limit}
    ), requests as (
      select 'cv_requested', min(q.id)::text, q.requested_at, min(${actor}), min(${person}), null, count(*)::int, null::int, null, null::int
      from hr_cv_requests q join users p on p.id = q.user_id left join users u on u.id = q.requested_by
      where q.requested_at > ${since} and ${ofPerson} group by q.requested_at, q.requested_by
      order by q.requested_at desc limit ${limit}
    ), agreements as (
      select m.type, a.id::text, m.at, ${actor}, null, a.title, 1, null::int, o.slug, null::int
      from organizations o
      cross join lateral (
        select a.* from hr_agreements a where a.organization_id = o.id and ${lastStep} > ${since} order by ${lastStep} desc limit ${limit}
      ) a
      cross join lateral (values ('agreement_sent', a.sent_at, null), ('agreement_active', a.activated_at, null),
        ('agreement_declined', a.declined_at, a.party_user_id), ('agreement_notice_given', a.notice_given_at, a.notice_given_by),
        ('agreement_terminated', a.terminated_at, a.terminated_by)) m (type, at, by)
      left join users u on u.id = m.by
      where m.at > ${since} and ${ofOrganization} order by m.at desc limit ${limit}
    ), documents as (
      select case d.kind when 'agreement' then 'agreement_uploaded' when 'registration' then 'registration_uploaded'
          else 'document_uploaded' end, v.id::text, v.uploaded_at, ${actor}, null, coalesce(a.title, d.title), 1, v.number, o.slug,
        d.registration_id
      from organizations o
      cross join lateral (
        select d.* from hr_documents d where d.organization_id = o.id and d.kind <> 'cv' order by d.current_version_id desc limit ${sql.lit(newestDocuments)}
      ) d
      cross join lateral (
        select v.* from hr_document_versions v where v.document_id = d.id order by v.number desc limit ${limit}
      ) v
      left join hr_agreements a on a.id = d.agreement_id left join users u on u.id = v.uploaded_by
      where v.uploaded_at > ${since} and ${ofOrganization} order by v.uploaded_at desc limit ${limit}
    ), asked as (
      select 'document_asked', min(k.id)::text, k.requested_at, min(${actor}), min(${person}), d.title, count(*)::int, null::int, o.slug,
        null::int
      from hr_acknowledgements k join hr_document_versions v on v.id = k.version_id
      join hr_documents d on d.id = v.document_id join organizations o on o.id = d.organization_id
      join users p on p.id = k.user_id left join users u on u.id = k.requested_by
      where k.requested_at > ${since} and ${ofDocument} group by k.requested_at, k.requested_by, d.id, o.slug
      order by k.requested_at desc limit ${limit}
    ), acknowledged as (
      select 'document_acknowledged', k.id::text, k.acknowledged_at, null, ${person}, d.title, 1, v.number, o.slug, null::int
      from hr_acknowledgements k join hr_document_versions v on v.id = k.version_id
      join hr_documents d on d.id = v.document_id join organizations o on o.id = d.organization_id
      join users p on p.id = k.user_id
      where k.acknowledged_at > ${since} and ${ofDocument} order by k.acknowledged_at desc limit ${limit}
    ), registrations as (
      select m.type, r.id::text, m.at, ${actor}, null, r.name, 1, null::int, o.slug, r.id
      from hr_registrations r join organizations o on o.id = r.organization_id
      cross join lateral (values ('registration_added', r.created_at, r.created_by),
        ('registration_retired', r.retired_at, r.retired_by)) m (type, at, by)
      left join users u on u.id = m.by
      where m.at > ${since} and ${area(sql<number | null>`r.organization_id`)} order by m.at desc limit ${limit}
    )
    select * from (
      select * from cvs union all select * from signed union all select * from requests union all select * from agreements
      union all select * from documents union all select * from asked union all select * from acknowledged
      union all select * from registrations
    ) happened order by at desc, type, key limit ${sql.lit(shown)}
  `.execute(db);
  return rows.map(({ key, people, person: named, ...row }) => ({
    ...row,
    id: `${row.type}-${key}`,
    people,
    person: people === 1 ? named : null,
  }));
}
