import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';

/** SQL of the active administrators, as a relation (user_id). */
export const administrators: RawBuilder<unknown> = sql`
  select g.id as user_id from users g where g.role = 'admin' and ${isActivePerson('g')}`;

/** SQL of a person and the manager, as a relation (user_id); `row` has the column manager_id, and one with the person's id. */
export function managerAndSelf(row: string, id: string): RawBuilder<unknown> {
  const p = sql.raw(row);
  return sql`select distinct x.user_id from (values (${p}.manager_id), (${p}.${sql.raw(id)})) x(user_id)
    where x.user_id is not null`;
}

/** SQL of a person's manager, of all administrators where no active one is there (NOT-01); as a relation (user_id). */
export function managerOrAdministrators(person: string): RawBuilder<unknown> {
  const active = sql`select g.id as user_id from users g
    where g.id = ${sql.raw(person)}.manager_id and g.role in ('admin', 'manager') and ${isActivePerson('g')}`;
  return sql`${active} union all (${administrators} and not exists (${active}))`;
}
