import { sql, type RawBuilder } from 'kysely';

/** SQL condition, as text: the person of this alias of `users` has an account that is active and was not erased (USR-03, USR-08). */
export const activePersonSql = (alias: string): string =>
  `(${alias}.is_active and ${alias}.erased_at is null)`;

/** Returns SQL of the same as {@link activePersonSql}, for statements of kysely. */
export const isActivePerson = (alias: string): RawBuilder<boolean> =>
  sql.raw<boolean>(activePersonSql(alias));
