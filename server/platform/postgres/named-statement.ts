import { createHash } from 'node:crypto';
import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely';
import pg from 'pg';

const mark = /^\/\*named ([\w.-]{1,60})\*\/ /;

/**
 * A statement that each connection prepares once under its name: what every request or sign-in runs costs no parsing and
 * planning then (a third of the time of the session lookup). The text must never change under one name in one release.
 */
export function namedStatement<Row>(
  name: string,
  text: string,
): (...values: readonly unknown[]) => CompiledQuery<Row> {
  const marked = `/*named ${name}*/ ${text}`;
  return (...values) => CompiledQuery.raw(marked, [...values]);
}

/**
 * Asks a statement that is put together of parts, but of so few that each text may stay prepared, as {@link namedStatement}
 * does; its name follows from its text. For statements whose planning costs more than their rows.
 */
export async function queryPrepared<Row, DB>(
  db: Kysely<DB>,
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db);
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  const { rows } = await db.executeQuery(namedStatement<Row>(`${name}.${digest}`, text)(...parameters));
  return rows;
}

/** A text with `$1`, `$2` … as a part of a statement that is put together of others. */
export const textWithValues = <Row>(text: string, ...values: readonly unknown[]): RawBuilder<Row> =>
  sql<Row>`${sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`)),
    sql``,
  )}`;

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
const plainQuery = Reflect.get(pg.Client.prototype, 'query') as Query;

/** A connection that sends {@link namedStatement} by name; everything else as it is. */
export class NamingClient extends pg.Client {
  // The many signatures of pg's query do not matter here: a text that carries a name gets it, all else is passed on.
  override query = ((...args: unknown[]): unknown => {
    const [text, values, ...others] = args;
    const name = typeof text === 'string' ? mark.exec(text)?.[1] : undefined;
    return name === undefined
      ? plainQuery.apply(this, args)
      : plainQuery.call(this, { name, text, values }, ...others);
  }) as pg.Client['query'];
}
