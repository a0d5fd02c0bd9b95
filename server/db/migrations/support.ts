import { sql, type Kysely } from 'kysely';
import { captureSql, type Column } from '#server/db/schema/audit-capture.ts';
import { auditedTables, namingOrganizations } from '#server/db/schema/audited-tables.ts';
import { auditRole } from '#server/db/permissions.ts';

/**
 * Puts the triggers of the trail on every listed table that exists (DESIGN rule 4), made from its columns of today. A migration
 * that makes a table or a column calls it after that, before it writes a row.
 */
export async function attachAudit(db: Kysely<never>): Promise<void> {
  await attach(db, new Map());
}

/** What the migrations of a transaction have attached so far: the statements by table and its object id. */
const attachedIn = new WeakMap<Kysely<never>, Map<string, string>>();

/**
 * Does the same within a run of migrations, but skips tables whose triggers this run has made from the same columns. A fresh
 * database would make those of every table dozens of times, which took most of the time of its migration.
 */
export async function attachAuditToChanged(db: Kysely<never>): Promise<void> {
  const attached = attachedIn.get(db) ?? new Map<string, string>();
  attachedIn.set(db, attached);
  await attach(db, attached);
}

async function attach(db: Kysely<never>, attached: Map<string, string>): Promise<void> {
  const columns = await readColumns(db);
  for (const name of namingOrganizations.filter((table) => columns.has(table)))
    await sql`grant select on ${sql.id('public', name)} to ${sql.id(auditRole)}`.execute(db);
  const { rows } = await sql<{ name: string; oid: string }>`
    select relname as name, oid::text from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  const oids = new Map(rows.map(({ name, oid }) => [name, oid]));
  for (const table of auditedTables) {
    const known = columns.get(table.name);
    if (!known) continue;
    const statements = captureSql(table, known);
    // A table that was dropped and made again has another id.
    const key = `${table.name} ${oids.get(table.name) ?? ''}`;
    if (attached.get(key) === statements) continue;
    await sql.raw(statements).execute(db);
    attached.set(key, statements);
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
