import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { staleCte } from './figures-sql.ts';

/** How many people have a CV until which day (HR-02): maintained by the fold, corrected by readers as the figures of people (CMP-03). */

const cvColumns = sql.raw('user_id, organization_id, is_uploaded, valid_until');
const cvKeys = sql.raw('organization_id, is_uploaded, valid_until');

/** SQL of the rows of `person_cvs` that the people of a relation should have: active people, with their CV or without one. */
export const cvsOf = (relation: 'picked' | 'stale' | 'others'): RawBuilder<unknown> => sql`
  select u.id as user_id, u.organization_id, d.current_version_id is not null as is_uploaded, v.valid_until
  from ${sql.table(relation)} s join users u on u.id = s.user_id and ${isActivePerson('u')}
  left join hr_documents d on d.person_id = u.id left join hr_document_versions v on v.id = d.signed_version_id`;

/** Common table expressions that store the CVs of the people of `picked`, and add the difference to the sums. */
export const foldedCvs = sql`
  counted_cvs as materialized (${cvsOf('picked')}),
  before_cvs as materialized (select c.* from person_cvs c where c.user_id in (select user_id from picked)),
  gone_cvs as (
    delete from person_cvs c using before_cvs b where c.user_id = b.user_id and b.user_id not in (select user_id from counted_cvs)
  ),
  kept_cvs as (
    insert into person_cvs (${cvColumns})
    select ${cvColumns} from (select ${cvColumns} from counted_cvs except select ${cvColumns} from before_cvs) c
    on conflict (user_id) do update set organization_id = excluded.organization_id, is_uploaded = excluded.is_uploaded,
      valid_until = excluded.valid_until
  ),
  summed_cvs as (
    insert into cv_figures (${cvKeys}, people)
    select ${cvKeys}, sum(people)::int from (
      select ${cvKeys}, 1 as people from counted_cvs union all select ${cvKeys}, -1 from before_cvs
    ) d group by ${cvKeys} having sum(people) <> 0
    on conflict (${cvKeys}) do update set people = cv_figures.people + excluded.people
  )`;

/** SQL that deletes the sums in which nobody is left. */
export const withoutEmptyCvs = sql`delete from cv_figures where people = 0`;

/**
 * Returns SQL of how many active people of which organization have a CV until which day (`is_uploaded`, `valid_until`, `people`), exact at
 * every moment.
 *
 * @param where a condition on `organization_id`
 */
export const currentCvs = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with ${staleCte}
  select ${cvKeys}, sum(people)::int as people from (
    select ${cvKeys}, people from cv_figures
    union all
    select ${cvKeys}, -1 from stale join person_cvs using (user_id)
    union all
    select ${cvKeys}, 1 from (${cvsOf('stale')}) f
  ) parts where ${where} group by ${cvKeys} having sum(people) <> 0`;
