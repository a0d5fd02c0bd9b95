import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { poolConfig, type Connection } from '#server/db/connection.ts';
import { recordMigration } from '#server/db/catalogue/migration-events.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { attachAudit } from '#server/db/migrations/support.ts';
import { applyPermissions, defaultAppRole, ensureRoles, protectTrail } from '#server/db/permissions.ts';
import { migrationLock } from '#server/db/schema/audit-ddl.ts';
import { proveMigration } from '#server/platform/command/prove-command.ts';
import { commandLine } from '#server/platform/config/program.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { migrateQueue, type QueueConnection } from '#server/platform/jobs/pg-boss-jobs.ts';

const migrationSchema = 'migrations';

/** The role that gets the application's rights, and its password if it signs in over TCP. */
export interface AppRole {
  readonly name?: string;
  readonly password?: string | undefined;
}

type Migrations = typeof migrations;

/** The options of a migration. */
export interface MigrateOptions {
  /** Other migrations than those of this version: an older version's, a broken one's. */
  readonly migrations?: Migrations;
  /** The key for proving the commands of migrations (AUD-02); without it they stay unproven. */
  readonly keys?: KeySource;
}

/** The reason why this version of the product cannot use a database (OPS-05, F17); the text is for the person who starts it. */
export class SchemaError extends Error {
  readonly kind: 'newer' | 'older' | 'unsupported' | 'unsafe-role';

  constructor(kind: 'newer' | 'older' | 'unsupported' | 'unsafe-role', message: string) {
    super(message);
    this.name = 'SchemaError';
    this.kind = kind;
  }
}

/**
 * Brings the database to this version (OPS-05): roles, schema, seed rows and rights. It only moves forward, in one transaction,
 * in one process at a time; other processes wait and then find nothing to do. Returns the names of the migrations that ran.
 * Throws SchemaError for a newer schema or a server that is too old.
 */
export async function migrateToLatest(
  admin: Connection,
  appRole: AppRole = {},
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  const known = options.migrations ?? migrations;
  const pool = new pg.Pool({ ...poolConfig(admin), max: 2, application_name: 'traintrail migrate' });
  // A lost connection shows in the statement that needs it; without these it would end the process first.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  const lock = await pool.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [migrationLock]);
    await assertServer(db);
    await assertNotNewer(db, known);
    await ensureRoles(db, appRole.name ?? defaultAppRole, appRole.password);
    const done = await runMigrations(db, known, options.keys);
    await migrateQueue(typeof admin === 'string' ? { connectionString: admin } : queueConnection(admin));
    await db.transaction().execute(async (tx) => {
      await finish(tx, appRole.name ?? defaultAppRole);
      if (await knowsDdl(tx)) await recordMigration(tx, done, known === migrations);
      if (options.keys) await proveMigration(tx, options.keys);
    });
    return done;
  } finally {
    // Ending the connection also releases the lock.
    lock.release(true);
    await db.destroy();
  }
}

/** Applies everything that is declared in full after every run, so that a fresh database and a migrated one are the same. */
async function finish(tx: Transaction<never>, appRole: string): Promise<void> {
  await applyPermissions(tx, appRole);
  const { rows } = await sql`select 1 where to_regclass('audit.events') is not null`.execute(tx);
  if (rows.length === 0) return;
  await attachAudit(tx);
  await protectTrail(tx, appRole);
}

async function knowsDdl(tx: Transaction<never>): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regproc('audit.record_ddl') is not null`.execute(tx);
  return rows.length > 0;
}

function queueConnection(admin: pg.PoolConfig): QueueConnection {
  const { connectionString, host, port, user, password, database, ssl } = admin;
  if (typeof password === 'function') throw new TypeError('migrate needs the password itself');
  return Object.fromEntries(
    Object.entries({ connectionString, host, port, user, password, database, ssl }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/** Returns the migrations; the last one to run proves the writes of all of them, because they share one transaction. */
async function withProof(db: Kysely<never>, known: Migrations, keys: KeySource): Promise<Migrations> {
  const applied = new Set(await appliedMigrations(db));
  const last = Object.keys(known)
    .filter((name) => !applied.has(name))
    .toSorted()
    .at(-1);
  const migration = last && known[last];
  if (last === undefined || !migration) return known;
  const up = async (tx: Kysely<never>): Promise<void> => {
    await migration.up(tx);
    await proveMigration(tx, keys);
  };
  return { ...known, [last]: { up } };
}

async function runMigrations(
  db: Kysely<never>,
  known: Migrations,
  keys: KeySource | undefined,
): Promise<readonly string[]> {
  const run = keys ? await withProof(db, known, keys) : known;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...run }) },
    migrationTableSchema: migrationSchema,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('the migration failed', { cause: error });
  return (results ?? []).map((result) => result.migrationName);
}

async function assertServer(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string; readOnly: boolean }>`
    select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as "readOnly"`.execute(db);
  const server = rows[0];
  if (!server || server.version < 150_000) {
    throw new SchemaError(
      'unsupported',
      `PostgreSQL 15 or later is needed; this server is ${String(server?.version ?? 'unknown')}.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new SchemaError('unsupported', `The database must be in UTF8; it is in ${server.encoding}.`);
  }
  if (server.readOnly) throw new SchemaError('unsupported', 'The database is a read-only replica.');
}

/** Returns the names of the migrations that ran on the database, in order; none if it is empty. */
async function appliedMigrations<T>(db: Kysely<T>): Promise<readonly string[]> {
  const { rows: found } =
    await sql`select 1 where to_regclass(${`${migrationSchema}.kysely_migration`}) is not null`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.id(migrationSchema, 'kysely_migration')} order by name`.execute(db);
  return rows.map((row) => row.name);
}

async function assertNotNewer<T>(db: Kysely<T>, known: Migrations): Promise<void> {
  const unknown = (await appliedMigrations(db)).filter((name) => !(name in known));
  if (unknown.length > 0) {
    throw new SchemaError(
      'newer',
      `The database is newer than this version of TrainTrail: it has ${unknown.join(', ')}. Start the newer version.`,
    );
  }
}

/** Checks the schema for `serve` and `worker` (OPS-05, F17). Throws SchemaError if it is not exactly the one of this version. */
export async function assertSchemaIsCurrent<T>(db: Kysely<T>): Promise<void> {
  await assertNotNewer(db, migrations);
  const applied = new Set(await appliedMigrations(db));
  const missing = Object.keys(migrations).filter((name) => !applied.has(name));
  if (missing.length > 0) {
    throw new SchemaError(
      'older',
      `The database lacks ${missing.join(', ')}. Run: ${commandLine('migrate')}`,
    );
  }
}

/** Returns why the schema is not that of this version, for callers that change nothing; undefined if it is. */
export async function schemaMismatch<T>(db: Kysely<T>): Promise<SchemaError | undefined> {
  try {
    await assertSchemaIsCurrent(db);
    return undefined;
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
}

/** For a command that only reads, even an older schema. Throws SchemaError if there is no schema of the product. */
export async function assertSchemaExists<T>(db: Kysely<T>): Promise<void> {
  if ((await appliedMigrations(db)).length === 0) await assertSchemaIsCurrent(db);
}

/** Checks the role for `serve` (AUD-02). Throws SchemaError if it could change the trail, the schema or the clock. */
export async function assertApplicationRole<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ role: string; problem: string }>`
    select current_user as role, problem from (
      select 'is a superuser' as problem from pg_roles where rolname = current_user and rolsuper
      union all
      select 'owns the audit trail' from pg_namespace
        where nspname = 'audit' and pg_has_role(current_user, nspowner, 'member')
      union all
      select 'may write to the audit trail'
        where has_table_privilege('audit.events', 'insert, update, delete, truncate')
          or has_table_privilege('audit.seals', 'insert, update, delete, truncate')
      union all
      select 'may change completions or signatures'
        where has_table_privilege('training_records', 'update, delete, truncate')
          or has_table_privilege('signatures', 'update, delete, truncate')
      union all
      select 'may create objects in the schema' where has_schema_privilege('public', 'create')
      union all
      select 'owns the clock' from pg_proc where oid = to_regprocedure('app_now()') and pg_has_role(current_user, proowner, 'member')
    ) problems`.execute(db);
  const first = rows[0];
  if (first) {
    const all = rows.map((row) => row.problem).join(', ');
    throw new SchemaError(
      'unsafe-role',
      `DATABASE_URL uses the role ${first.role}, which ${all}. Use the role that migrate makes.`,
    );
  }
}
