import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { modulePeopleContract } from '#shared/contract/module-people.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { keyOfText, textOfKey } from '../place-key.ts';

type Page = ResponseInput<typeof modulePeopleContract.lateCompletions>;
type Row = Page['rows'][number];

const placeKey = z.tuple([z.int(), z.iso.datetime(), z.int()]);

/**
 * Lists completions of a version at a time when a newer one was already effective (INS-01), of people within a reach: the newest
 * version first, then the latest completion. Each version is read along its index.
 */
export async function listLateCompletions(
  db: Kysely<DB>,
  reach: Reach,
  {
    moduleId,
    after,
    limit,
  }: { readonly moduleId: number; readonly after?: string | undefined; readonly limit: number },
): Promise<Page> {
  const key = after === undefined ? null : keyOfText(after, placeKey, 'after');
  const behind =
    key === null
      ? sql`true`
      : sql`(v.number, r.completed_at, r.id) < (${key[0]}::int, ${key[1]}::timestamptz, ${key[2]}::int)`;
  const { rows } = await sql<Row & { readonly completedAt: string }>`
    with versions as materialized (
      select v.id, v.number, n.number as next, n.effective_from from module_versions v
      cross join lateral (
        select n.number, n.effective_from from module_versions n
        where n.module_id = v.module_id and n.status = 'published' and n.number > v.number and n.effective_from <= app_now()
        order by n.number limit 1
      ) n
      where v.module_id = ${moduleId} and v.status = 'published'
    )
    select r.id as record_id, r.assignment_id, v.number as version, v.next as replaced_by, audit.instant_text(v.effective_from) as replaced_at,
      json_build_object('id', u.id, 'firstName', coalesce(u.first_name, ''), 'lastName', coalesce(u.last_name, ''), 'email', u.email,
        'jobTitle', u.job_title, 'organizationName', o.name, 'departmentName', d.name) as person,
      audit.instant_text(r.completed_at) as completed_at, r.time_zone as completed_time_zone, r.kind as completion_kind,
      audit.instant_text(a.voided_at) as voided_at
    from versions v
    cross join lateral (
      select r.* from training_records r join users u on u.id = r.user_id
      where r.module_version_id = v.id and r.completed_at >= v.effective_from and u.erased_at is null
        and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)} and ${behind}
      order by r.completed_at desc, r.id desc limit ${limit + 1}
    ) r
    join users u on u.id = r.user_id
    join training_assignments a on a.id = r.assignment_id
    left join organizations o on o.id = u.organization_id
    left join departments d on d.id = u.department_id
    order by v.number desc, r.completed_at desc, r.id desc limit ${limit + 1}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown,
    next: last ? textOfKey([last.version, last.completedAt, last.recordId]) : null,
  };
}
