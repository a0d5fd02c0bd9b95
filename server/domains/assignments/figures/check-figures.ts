import { sql, type RawBuilder } from 'kysely';
import { figureCtes } from './figures.queries.ts';
import { contributionsOf, countedPeople, personColumns, sumNames } from './figures-sql.ts';

/** Something kept that the records do not give (AUD-04): which row, and what is wrong with it. */
export interface FigureFault {
  readonly name: string;
  readonly detail: string;
}

/** SQL of how a kept row `k` differs from `c`, which the records give. */
export const differenceOf: RawBuilder<string> = sql`case
  when k is null then 'missing' when c is null then 'no such row in the records'
  else (
    select string_agg(format('%s is %s, the records give %s', key, coalesce(kept.value, 'null'), coalesce(counted.value, 'null')), '; ')
    from jsonb_each_text(to_jsonb(k)) kept join jsonb_each_text(to_jsonb(c)) counted using (key)
    where kept.value is distinct from counted.value
  ) end`;

/**
 * Rows of `person_figures` that are not what users and assignments give now. People with marks, and those whose day has come, are
 * left out: every answer counts them anew, and the sums know what is kept of them.
 */
export const wrongPersonFigures: RawBuilder<FigureFault> = sql`
  with ${figureCtes},
  others as (select id as user_id from users u where not exists (select from stale s where s.user_id = u.id)),
  counted as (select ${personColumns} from (${countedPeople(sql`select user_id from others`)}) f),
  kept as (
    select ${personColumns} from person_figures p where not exists (select from stale s where s.user_id = p.user_id)
  )
  select 'person_figures ' || coalesce(k.user_id, c.user_id) as name, ${differenceOf} as detail
  from kept k full join counted c on c.user_id = k.user_id where k is distinct from c`;

const negated = sql.raw(sumNames.map((name) => `-${name} as ${name}`).join(', '));
const isWrong = sql.raw(sumNames.map((name) => `sum(${name}) <> 0`).join(' or '));
const deviations = sql.raw(
  sumNames
    .map((name) => `case when sum(${name}) <> 0 then '${name} by ' || trim_scale(-sum(${name})) end`)
    .join(', '),
);
const place = (column: string) => sql.raw(`coalesce(${column}_id::text, 'none')`);

/** Rows of `group_figures` that are not the sums of `person_figures`. */
export const wrongGroupFigures: RawBuilder<FigureFault> = sql`
  select format('group_figures organization %s, department %s, %s', ${place('organization')}, ${place('department')}, role) as name,
    'not the sum of its people: ' || concat_ws(', ', ${deviations}) as detail
  from (
    ${contributionsOf(sql`select * from person_figures`, 1)}
    union all
    select organization_id, department_id, role, ${negated} from group_figures
  ) d
  group by organization_id, department_id, role having ${isWrong}`;
