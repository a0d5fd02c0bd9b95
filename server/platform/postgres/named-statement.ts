import { hash } from 'node:crypto';
import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely';
import pg from 'pg';

const mark = /^\/\*named ([\w.-]{1,60})\*\/ /;

/**
 * Returns a statement that each connection prepares once under its name: statements of every request or sign-in then need no
 * parsing and planning (a third of the time of the session lookup). The text must never change under one name in one
 * release.
 */
export function namedStatement<Row>(
  name: string,
  text: string,
): (...values: readonly unknown[]) => CompiledQuery<Row> {
  const marked = `/*named ${name}*/ ${text}`;
  return (...values) => CompiledQuery.raw(marked, [...values]);
}

/**
 * Runs a statement that is built from so few parts that each text may stay prepared, as in {@link namedStatement}. Its name
 * follows from its text. It is for statements whose planning takes longer than their rows.
 */
export async function queryPrepared<Row, DB>(
  db: Kysely<DB>,
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db);
  const digest = hash('sha256', text, 'base64url').slice(0, 12);
  const { rows } = await db.executeQuery(namedStatement<Row>(`${name}.${digest}`, text)(...parameters));
  return rows;
}

/**
 * SQL of a list parameter such as `$1::int[]`, for `= any(…)` in a {@link namedStatement}. The planner cannot look into it. For a list of
 * one that it sees, a new plan looks cheaper than the one it keeps, which expects ten, and it would plan again each time.
 */
export const unseenList = (parameter: string, type: 'int' | 'text'): string =>
  `(select ${parameter}::${type}[])::${type}[]`;

/** Returns a text with `$1`, `$2` … as a part of a statement that is composed of several. */
export const textWithValues = <Row>(text: string, ...values: readonly unknown[]): RawBuilder<Row> =>
  sql<Row>`${sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`)),
    sql``,
  )}`;

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
const plainQuery = Reflect.get(pg.Client.prototype, 'query') as Query;

/** A connection that sends {@link namedStatement} by name, and everything else unchanged. */
export class NamingClient extends pg.Client {
  // The many signatures of pg's query do not matter here. A text with a mark is sent with its name, everything else unchanged.
  override query = ((...args: unknown[]): unknown => {
    const [text, values, ...others] = args;
    const name = typeof text === 'string' ? mark.exec(text)?.[1] : undefined;
    return name === undefined
      ? plainQuery.apply(this, args)
      : plainQuery.call(this, { name, text, values }, ...others);
  }) as pg.Client['query'];
}
