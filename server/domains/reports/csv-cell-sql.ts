import { sql, type RawBuilder } from 'kysely';

/**
 * Returns SQL of a text as a cell of RFC 4180 that is safe from formulas, written by the database (RPT-02, R-SEC-15): what
 * `csvCell` does with a text; a test compares both.
 */
export function csvCellSql(text: RawBuilder<unknown>): RawBuilder<string> {
  const safe = sql`case when ${text} ~ '(^|[;\t\r\n])[=+@＝＋－＠-]|^[\t\r]'
    then regexp_replace(${text}, '(?:^|(?<=[;\t\r\n]))(?=[=+@＝＋－＠-])|^(?=[\t\r])', '''', 'g') else ${text} end`;
  return sql<string>`case
    when ${text} is null then ''
    when ${text} ~ '[",;\r\n]' then '"' || replace(${safe}, '"', '""') || '"'
    else ${safe} end`;
}
