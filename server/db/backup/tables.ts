import type { ClientBase } from 'pg';

/** A table and its columns with data. */
export interface DataTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** Tables of the product whose rows are useless after a restore: everybody signs in again. */
export const leftOutTables = [
  { schema: 'public', name: 'sessions' },
  { schema: 'public', name: 'sign_in_throttles' },
] as const;

/** Schemas with data; the queue's is left out, because every job is found again by its sweep (DESIGN rule 8). */
export const schemas = ['public', 'audit'];

/** The newest event of the trail with its leaf. */
export const lastEventSql = `select id::text as id, encode(audit.leaf(header, payload_hash), 'hex') as leaf from audit.events order by events.id desc limit 1`;

/** Returns the tables of a backup by the catalogue of the database, so that none can be missed (OPS-04). */
export async function dataTables(client: ClientBase): Promise<DataTable[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = any ($1) and c.relkind = 'r'
     group by n.nspname, c.relname order by n.nspname, c.relname`,
    [schemas],
  );
  const leftOut = new Set(leftOutTables.map(qualified));
  return rows.filter((table) => !leftOut.has(qualified(table)));
}

/** Returns an identifier in the form that SQL needs. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns a table's name with its schema, for SQL. */
export const qualified = (table: { readonly schema: string; readonly name: string }): string =>
  `${quoted(table.schema)}.${quoted(table.name)}`;

/** Table and columns in the form for COPY. */
export const copyTarget = (table: DataTable): string =>
  `${qualified(table)} (${table.columns.map(quoted).join(', ')})`;
