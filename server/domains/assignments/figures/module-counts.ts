import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { countedFacts, moduleFacts, moduleStatus } from './figures-sql.ts';

const counted = sql.raw('module_id, assigned, completed, overdue, expired');

/**
 * Returns SQL of the active people of modules by the one status of each (MTX-09), counted from the assignments of these people.
 */
const countedNow = (modules: RawBuilder<unknown>, people: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.module_id, count(*) as assigned, count(*) filter (where s.status = 'completed') as completed,
    count(*) filter (where s.status = 'overdue') as overdue, count(*) filter (where s.status = 'expired') as expired
  from (
    select f.module_id, ${moduleStatus('f')} as status from (
      select a.module_id, ${moduleFacts}
      from (${people}) picked
      join users u on u.id = picked.user_id and ${isActivePerson('u')}
      join training_assignments a on a.user_id = u.id and a.status <> 'voided' and a.module_id in (${modules})
      left join days d on d.id = u.organization_id
      cross join lateral (select coalesce(d.today, today_in('UTC')) as today) t
      group by a.module_id, a.user_id
    ) f
  ) s
  group by s.module_id`;

/**
 * SQL of how many active people have each module, by its one status (MOD-01, MTX-09). It uses the maintained sums, and counts
 * people with outdated counts again. The sums count an overdue renewal of an expired completion as both overdue and expired; here
 * it is overdue. Needs `figureCtes`.
 *
 * @param modules a select of module ids
 */
export const moduleCounts = (modules: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select module_id, sum(assigned)::int as assigned, sum(completed)::int as completed, sum(overdue)::int as overdue,
    sum(expired)::int as expired
  from (
    select module_id, active as assigned, completed, overdue, expired from group_module_figures
    where module_id in (${modules})
    union all
    select m.module_id, 0, 0, 0, -1 from person_module_figures m join person_figures p on p.user_id = m.user_id and p.is_active
    where m.late and m.expired and m.module_id in (${modules})
      and not exists (select from stale s where s.user_id = m.user_id)
    union all
    select k.module_id, -1, -k.completed, -k.overdue, -k.expired from (
      select m.module_id, ${countedFacts}
      from stale s join person_figures p on p.user_id = s.user_id and p.is_active
      join person_module_figures m on m.user_id = s.user_id and m.module_id in (${modules})
    ) k
    union all
    select ${counted} from (${countedNow(modules, sql`select user_id from stale`)}) n
  ) parts
  group by module_id`;
