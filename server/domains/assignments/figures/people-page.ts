import { sql, type RawBuilder } from 'kysely';
import { countedPeople, storedPeople, personColumns } from './figures-sql.ts';

/** The people of a page, and their order (CMP-01, RPT-01, REM-01). */
export interface PeoplePage {
  /** Counts this module alone, of the people who have it. */
  readonly moduleId?: number | undefined;
  /** Over `users u` and `organizations o`. */
  readonly where: RawBuilder<unknown>;
  /** Over the columns of the rows. */
  readonly condition?: RawBuilder<unknown> | undefined;
  /** Only those with the module required and late: of one module they are read along an index by their ids. */
  readonly isLate?: boolean;
  /** Over the columns of the rows, the last one unique. */
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns a page of people with their current counts: the columns of `person_figures` with names, email, job title, last sign-in
 * and the name of the organization. It reads stored rows in the order of the page, only as far as the page goes, and merges the
 * people whose stored counts are outdated. Needs `figureCtes`.
 */
export function peoplePage({
  moduleId,
  where,
  condition = sql`true`,
  isLate = false,
  order,
  limit,
  offset,
}: PeoplePage): RawBuilder<unknown> {
  const rows = (figures: RawBuilder<unknown>) => sql`
    select f.*, u.first_name, u.last_name, u.email, u.job_title, u.last_sign_in_at, o.name as organization_name
    from (select ${personColumns} from (${figures}) g) f join users u on u.id = f.user_id left join organizations o on o.id = u.organization_id
    where ${where}`;
  return sql`
    select * from (
      (select * from (${rows(storedPeople(moduleId, isLate))}) kept
        where ${condition} and not exists (select from stale s where s.user_id = kept.user_id)
        order by ${order} limit ${limit + offset})
      union all
      (select * from (${rows(countedPeople(sql`select user_id from stale`, moduleId))}) counted where ${condition})
    ) people order by ${order} limit ${limit} offset ${offset}`;
}
