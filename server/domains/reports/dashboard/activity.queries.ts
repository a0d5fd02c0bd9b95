import type { Language } from '#shared/domain/people/settings.ts';
import { sql, type Kysely } from 'kysely';
import { activityColors } from '#shared/contract/dashboard.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { activityTexts } from './activity-texts.ts';

/**
 * How many entries of each kind are read, and how many of a kind come before the other kinds: a day with many due dates must
 * not hide the rest.
 */
const [ofEachKind, inTurn] = [100, 6];

interface ActivityRow {
  readonly type: 'upload' | 'completion' | 'overdue';
  readonly key: number;
  readonly at: Date;
  readonly userId: string | null;
  readonly moduleId: number;
  readonly module: string;
  readonly version: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  /** A completion that was recorded from its source (USR-09). */
  readonly fromSource: boolean;
}

/** The latest date of today in any organization: of what is due on it, nothing is read that is late nowhere. */
const latestToday = sql`(select greatest(today_in('UTC'), max(today_in(time_zone))) from organizations)`;

/**
 * Returns the recent activity within the reach (SPEC §3 Activity) from the records: published versions, completions, and due
 * dates that passed. The kinds take turns, each with its newest first. Each kind is read along an index from its newest end. An
 * assignment became overdue when the day after its due date started where the person works.
 */
export async function recentActivity(db: Kysely<DB>, reach: Reach, language: Language) {
  const reached = withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`);
  const person = sql`u.first_name, u.last_name, u.email`;
  const rows = await queryPrepared(
    db,
    'dashboard.activity',
    sql<ActivityRow>`
    with uploads as (
      select 'upload' as type, v.id as key, v.published_at as at, null::text as user_id, m.id as module_id, m.title as module,
        v.number as version, null::text as first_name, null::text as last_name, '' as email
      from module_versions v join training_modules m on m.id = v.module_id and m.content_type <> 'placeholder'
      where v.published_at is not null order by v.published_at desc, v.id desc limit ${sql.lit(ofEachKind)}
    ),
    completions as (
      select 'completion' as type, a.id as key, a.completed_at as at, u.id as user_id, m.id as module_id, m.title as module,
        1 as version, ${person}
      from training_assignments a join users u on u.id = a.user_id and u.is_active
      join training_modules m on m.id = a.module_id
      where a.status = 'completed' and a.completed_at is not null and ${reached}
      order by a.completed_at desc nulls last limit ${sql.lit(ofEachKind)}
    ),
    late as (
      select 'overdue' as type, a.id as key, (a.due_date + 1)::timestamp at time zone coalesce(o.time_zone, 'UTC') as at,
        u.id as user_id, m.id as module_id, m.title as module, 1 as version, ${person}
      from training_assignments a join users u on u.id = a.user_id and u.is_active
      left join organizations o on o.id = u.organization_id
      join training_modules m on m.id = a.module_id
      where a.status in ('not_started', 'in_progress') and a.due_date < ${latestToday}
        and a.due_date < today_in(coalesce(o.time_zone, 'UTC')) and ${reached}
      order by a.due_date desc, a.user_id desc limit ${sql.lit(ofEachKind)}
    )
    select type, key, at, user_id, module_id, module, version, first_name, last_name, email, type = 'completion'
      and coalesce((select r.kind = 'from_source' from training_records r where r.assignment_id = key limit 1), false) as from_source
    from (select * from uploads union all select * from completions union all select * from late) a
    order by (row_number() over (partition by type order by at desc, key) - 1) / ${sql.lit(inTurn)}, at desc, type, key`,
  );
  return rows.map(({ type, key, at, userId, moduleId, module, version, fromSource, ...name }) => ({
    id: `${type}-${String(key)}`,
    type,
    color: activityColors[type],
    description:
      type === 'upload'
        ? translate(language, activityTexts.upload, { module, version })
        : translate(language, activityTexts[fromSource ? 'fromSource' : type], {
            person: fullName(name) || name.email,
            module,
          }),
    timestamp: at,
    userId,
    moduleId,
    moduleTitle: module,
  }));
}
