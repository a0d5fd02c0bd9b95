import { sql, type Kysely } from 'kysely';
import type { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { InspectionState } from '#shared/domain/inspections/state.ts';
import type { DB } from '#server/db/db.d.ts';
import { inspectionSeesSql } from '#server/platform/access/running-grant.ts';
import {
  inspectionsWithin,
  inspectionStateSql,
  organizationsOfInspection,
  type InspectionReader,
} from './inspections.store.ts';

type Row = ResponseInput<typeof contract.list>[number];
type View = ResponseInput<typeof contract.get>;
type RequestRow = ResponseInput<typeof contract.requests>['rows'][number];

/** Above every id. */
const largestId = 2_147_483_647;

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Returns SQL of a person's name, for the alias of a user. */
const nameOf = (alias: string) =>
  sql`coalesce(nullif(concat_ws(' ', ${sql.ref(`${alias}.first_name`)}, ${sql.ref(`${alias}.last_name`)}), ''), ${sql.ref(`${alias}.email`)})`;

const columns = sql`
  i.id, i.title, ${inspectionStateSql} as state, i.from_day, i.to_day,
  (select json_agg(json_build_object('id', o.id, 'name', o.name) order by lower(o.name), o.id) from ${organizationsOfInspection} o) as organizations,
  ${sql.raw(inspectionSeesSql)} as sees,
  i.opened_at, ${nameOf('b')} as opened_by_name, i.closed_at, case when c.id is not null then ${nameOf('c')} end as closed_by_name,
  (select count(*)::int from inspection_requests q where q.inspection_id = i.id and q.answered_at is null) as open_requests`;

const from = sql`inspections i join users b on b.id = i.opened_by left join users c on c.id = i.closed_by`;

/** Returns one page of the inspections that a reader may see, the newest first (INS-01). */
export async function listInspections(
  db: Kysely<DB>,
  reader: InspectionReader,
  { state, limit, offset }: Page & { readonly state?: InspectionState | undefined },
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const where = sql`${inspectionsWithin(reader)} and ${state === undefined ? sql`true` : sql`${inspectionStateSql} = ${state}`}`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from inspections i where ${where}`.execute(db);
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where ${where} order by i.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Returns one inspection that the reader may see, with its inspectors (INS-01); NOT_FOUND. */
export async function inspectionView(db: Kysely<DB>, reader: InspectionReader, id: number): Promise<View> {
  const { rows } = await sql<View>`
    select ${columns}, i.purpose, i.closing_reason,
      (select json_agg(json_build_object('id', u.id, 'name', ${nameOf('u')}, 'email', u.email,
          'isAdmitted', exists (select 1 from user_grants g where g.inspection_id = i.id and g.user_id = u.id
            and g.revoked_at is null and app_now() < g.valid_until)) order by lower(u.last_name), lower(u.first_name), u.id)
        from users u where u.id in (select g.user_id from user_grants g where g.inspection_id = i.id)) as inspectors
    from ${from} where i.id = ${id} and ${inspectionsWithin(reader)}`.execute(db);
  const [view] = rows;
  if (!view) throw new AppError('NOT_FOUND');
  return view;
}

/** Returns one page of the requests of an inspection, the newest first (INS-01). */
export async function listRequests(
  db: Kysely<DB>,
  inspectionId: number,
  { limit, before = largestId }: { readonly limit: number; readonly before?: number | undefined },
): Promise<ResponseInput<typeof contract.requests>> {
  const { rows } = await sql<RequestRow>`
    select q.id, q.request, json_build_object('id', r.id, 'name', ${nameOf('r')}) as requested_by, q.requested_at, q.answer, q.answer_path,
      case when a.id is not null then ${nameOf('a')} end as answered_by_name, q.answered_at
    from inspection_requests q join users r on r.id = q.requested_by left join users a on a.id = q.answered_by
    where q.inspection_id = ${inspectionId} and q.id < ${before} order by q.id desc limit ${limit + 1}`.execute(
    db,
  );
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}
