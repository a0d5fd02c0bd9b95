import { sql, type Kysely } from 'kysely';
import { captureSql, type Column } from '#server/db/schema/audit-capture.ts';
import { auditedTables, namingOrganizations } from '#server/db/schema/audited-tables.ts';
import { auditRole } from '#server/db/permissions.ts';

/**
 * Puts the triggers of the trail on every listed table that exists (DESIGN rule 4), made from its columns of today. A migration
 * that makes a table or a column calls it after that, before it writes a row.
 */
export async function attachAudit(db: Kysely<never>): Promise<void> {
  const columns = await readColumns(db);
  for (const name of namingOrganizations.filter((table) => columns.has(table)))
    await sql`grant select on ${sql.id('public', name)} to ${sql.id(auditRole)}`.execute(db);
  for (const table of auditedTables) {
    const known = columns.get(table.name);
    if (known) await sql.raw(captureSql(table, known)).execute(db);
  }
}

/** The tables of the database with their columns in order. */
export async function readColumns<Schema>(
  db: Kysely<Schema>,
): Promise<ReadonlyMap<string, readonly Column[]>> {
  const { rows } = await sql<{ table: string; columns: Column[] }>`
    select c.relname as table,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by 1`.execute(db);
  return new Map(rows.map((row) => [row.table, row.columns]));
}

/** Opens the command of a migration that writes rows; several migrations of one run share it (AUD-01). */
export async function openMigrationCommand(db: Kysely<never>, reason: string): Promise<void> {
  await sql`
    select audit.begin_command('system.migrate', null, ${reason}, '{}')
    where (audit.open_command()).id is null`.execute(db);
}
