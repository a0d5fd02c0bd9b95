import { sql, type RawBuilder } from 'kysely';
import { plainLine } from '#shared/domain/text/plain-line.ts';

/**
 * SQL of the form in which names of departments, job titles and organizations are compared: letter case and spaces of any width do not
 * matter (USR-02). It is `nameKey` of the shared rules for names that were stored before that rule.
 */
export function nameKeySql(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`lower(btrim(regexp_replace(${name}, '[\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u2800\\u3000]+', ' ', 'g')))`;
}

/** SQL condition: a name is the wanted one, as it was sent or in the form in which it is stored. An index of `lower(name)` serves it. */
export function isNamedSql(name: RawBuilder<unknown>, wanted: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${name}) in (lower(${wanted}), lower(${plainLine(wanted)}))`;
}
