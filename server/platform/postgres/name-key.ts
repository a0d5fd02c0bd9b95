import { sql, type RawBuilder } from 'kysely';

/**
 * SQL of the form in which names of departments, job titles and organizations are compared: letter case and spaces of any width do not
 * matter (USR-02). It is `nameKey` of the shared rules for names that were stored before that rule.
 */
export function nameKeySql(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`lower(btrim(regexp_replace(${name}, '[\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u2800\\u3000]+', ' ', 'g')))`;
}
