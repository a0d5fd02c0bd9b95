import { sql, type RawBuilder } from 'kysely';
import { figureCtes } from './figures.queries.ts';
import {
  assignmentsOf,
  contributionsOf,
  countedFacts,
  countedPeople,
  factColumns,
  factsIn,
  factsOf,
  groupKeys,
  isDifference,
  joinPeople,
  personColumns,
  sumNames,
} from './figures-sql.ts';
import { cvsOf } from './cv-figures.ts';
import { pairsOf } from './matrix-figures.ts';

/** A stored figure that does not follow from the records (AUD-04): its row, and the difference. */
export interface FigureFault {
  readonly name: string;
  readonly detail: string;
}

/** SQL of how a stored row `k` differs from `c`, which the records give. */
export const differenceOf: RawBuilder<string> = sql`case
  when k is null then 'missing' when c is null then 'no such row in the records'
  else (
    select string_agg(format('%s is %s, the records give %s', key, coalesce(kept.value, 'null'), coalesce(counted.value, 'null')), '; ')
    from jsonb_each_text(to_jsonb(k)) kept join jsonb_each_text(to_jsonb(c)) counted using (key)
    where kept.value is distinct from counted.value
  ) end`;

/**
 * Rows of `person_figures` that differ from what users and assignments give now. People with marks and people whose day has come
 * are left out: every answer counts them again, and the sums account for their stored rows.
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

const factsByPerson = sql`user_id, module_id, ${factColumns}`;

/** Rows of `person_module_figures` that differ from the present assignments, without the people whom every answer counts again. */
export const wrongPersonModuleFigures: RawBuilder<FigureFault> = sql`
  with ${figureCtes},
  others as (select id as user_id from users u where not exists (select from stale s where s.user_id = u.id)),
  counted as (
    select u.id as user_id, f.module_id, ${factsIn('f')}
    from ${joinPeople(sql`select user_id from others`)} cross join lateral (${factsOf(assignmentsOf())}) f
  ),
  kept as (
    select ${factsByPerson} from person_module_figures p where not exists (select from stale s where s.user_id = p.user_id)
  )
  select format('person_module_figures %s, module %s', coalesce(k.user_id, c.user_id), coalesce(k.module_id, c.module_id)) as name,
    ${differenceOf} as detail
  from kept k full join counted c on c.user_id = k.user_id and c.module_id = k.module_id where k is distinct from c`;

const negated = sql.raw(sumNames.map((name) => `-${name} as ${name}`).join(', '));
const deviations = sql.raw(
  sumNames
    .map((name) => `case when sum(${name}) <> 0 then '${name} by ' || trim_scale(-sum(${name})) end`)
    .join(', '),
);
const place = (column: string) => sql.raw(`coalesce(${column}_id::text, 'none')`);

/** Rows of stored sums that are not the sums of the stored rows of people. */
const wrongSums = (
  table: 'group_figures' | 'group_module_figures',
  people: RawBuilder<unknown>,
): RawBuilder<FigureFault> => {
  const byModule = table === 'group_module_figures';
  const ofModule = byModule ? sql`'module ' || module_id || ', '` : sql`''`;
  const by = byModule ? sql`module_id, ${groupKeys}` : groupKeys;
  return sql`
    select format('${sql.raw(table)} %sorganization %s, department %s, %s', ${ofModule}, ${place('organization')}, ${place('department')}, role) as name,
      'not the sum of its people: ' || concat_ws(', ', ${deviations}) as detail
    from (
      ${contributionsOf(people, 1, byModule)}
      union all
      select ${by}, ${negated} from ${sql.table(table)}
    ) d
    group by ${by} having ${isDifference}`;
};

/** Rows of `group_figures` that are not the sums of `person_figures`. */
export const wrongGroupFigures = wrongSums('group_figures', sql`select * from person_figures`);

/** Rows of `group_module_figures` that are not the sums of `person_module_figures`. */
export const wrongGroupModuleFigures = wrongSums(
  'group_module_figures',
  sql`select m.module_id, p.organization_id, p.department_id, p.role, p.is_active, p.has_signed_in, ${countedFacts}, p.invitation_open
    from person_module_figures m join person_figures p on p.user_id = m.user_id`,
);

const isCounted = (
  pair: string,
) => sql`not exists (select from stale s where s.user_id = ${sql.ref(`${pair}.user_id`)})
  and not exists (select from matrix_changes c where c.matrix_id = ${sql.ref(`${pair}.matrix_id`)})`;

/** Rows of `person_matrix_figures` that differ from the records, without the people and matrices that every answer counts again. */
export const wrongPersonMatrixFigures: RawBuilder<FigureFault> = sql`
  with ${figureCtes},
  others as (select id as user_id from users u where not exists (select from stale s where s.user_id = u.id)),
  counted as (
    select user_id, matrix_id, organization_id, is_assigned, is_member, is_waiting from (${pairsOf('others')}) p where ${isCounted('p')}
  ),
  kept as (
    select user_id, matrix_id, organization_id, is_assigned, is_member, is_waiting from person_matrix_figures p where ${isCounted('p')}
  )
  select format('person_matrix_figures %s, matrix %s', coalesce(k.user_id, c.user_id), coalesce(k.matrix_id, c.matrix_id)) as name,
    ${differenceOf} as detail
  from kept k full join counted c on c.user_id = k.user_id and c.matrix_id = k.matrix_id where k is distinct from c`;

/** Rows of `matrix_figures` that are not the sums of `person_matrix_figures`. */
export const wrongMatrixFigures: RawBuilder<FigureFault> = sql`
  with counted as (
    select matrix_id, organization_id, (count(*) filter (where is_assigned))::int as people,
      (count(*) filter (where is_member))::int as members, (count(*) filter (where is_waiting))::int as waiting
    from person_matrix_figures group by matrix_id, organization_id
  ),
  kept as (select matrix_id, organization_id, people, members, waiting from matrix_figures)
  select format('matrix_figures matrix %s, organization %s', coalesce(k.matrix_id, c.matrix_id),
      coalesce(coalesce(k.organization_id, c.organization_id)::text, 'none')) as name,
    ${differenceOf} as detail
  from kept k full join counted c on c.matrix_id = k.matrix_id and coalesce(c.organization_id, 0) = coalesce(k.organization_id, 0)
  where k is distinct from c`;

/** Rows of `person_cvs` that differ from the records, without the people whom every answer counts again. */
export const wrongPersonCvs: RawBuilder<FigureFault> = sql`
  with ${figureCtes},
  others as (select id as user_id from users u where not exists (select from stale s where s.user_id = u.id)),
  counted as (select * from (${cvsOf('others')}) c),
  kept as (select p.* from person_cvs p where not exists (select from stale s where s.user_id = p.user_id))
  select format('person_cvs %s', coalesce(k.user_id, c.user_id)) as name, ${differenceOf} as detail
  from kept k full join counted c on c.user_id = k.user_id where k is distinct from c`;

/** Rows of `cv_figures` that are not the sums of `person_cvs`. */
export const wrongCvFigures: RawBuilder<FigureFault> = sql`
  select format('cv_figures organization %s, %s', coalesce(organization_id::text, 'none'),
      case when is_uploaded then coalesce('until ' || valid_until, 'not signed') else 'without a CV' end) as name,
    format('%s people too many', sum(people)) as detail
  from (
    select organization_id, is_uploaded, valid_until, people from cv_figures
    union all
    select organization_id, is_uploaded, valid_until, -1 from person_cvs
  ) d
  group by organization_id, is_uploaded, valid_until having sum(people) <> 0`;
