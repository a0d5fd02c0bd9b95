import { sql, type Kysely } from 'kysely';
import { auditedTables } from '#server/db/schema/audited-tables.ts';
import { exemptTables } from '#server/db/schema/exempt-tables.ts';

/** The role of the serving processes if the connection names no other. */
export const defaultAppRole = 'traintrail_app';

/** The role that owns the trail; it cannot sign in. */
export const auditRole = 'traintrail_audit';

/** Functions of the trail that the application may call; every other one only serves its triggers. */
const callable = [
  'begin_command(text, text, text, jsonb)',
  'command_digest()',
  'prove_command(integer, boolean, text, bytea)',
  'record_access(text, text, text, jsonb)',
  'add_seal(text, text, bytea, bigint[], bytea)',
  'redact_person(text, text)',
  'texts_of_person(text, jsonb)',
  'pattern_of(text[], boolean)',
  'system_id()',
  'leaf(text, bytea)',
  'instant_text(timestamptz)',
] as const;

const isRaceOnCatalog = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['XX000', '23505', '42710', '40001'].includes(String(error.code));

/** Creates the two roles of the cluster if they are missing. Several databases of one cluster may do so at once. */
export async function ensureRoles(
  db: Kysely<never>,
  appRole: string,
  password: string | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await makeRole(db, auditRole, 'nologin');
      await makeRole(db, appRole, 'login');
      if (password !== undefined) {
        await sql`alter role ${sql.id(appRole)} password ${sql.lit(password)}`.execute(db);
      }
      await sql`
        do $$ begin
          -- Since PostgreSQL 16 who creates a role is a member of it who may neither act as it nor use its rights.
          if not pg_has_role(current_user, ${sql.lit(auditRole)},
            case when current_setting('server_version_num')::integer < 160000 then 'member' else 'usage' end) then
            execute format('grant %I to %I', ${sql.lit(auditRole)}, current_user);
          end if;
        end $$`.execute(db);
      return;
    } catch (error) {
      if (attempt >= 10 || !isRaceOnCatalog(error)) throw error;
    }
  }
}

async function makeRole(db: Kysely<never>, name: string, login: 'login' | 'nologin'): Promise<void> {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${name}`.execute(db);
  if (rows.length === 0) await sql`create role ${sql.id(name)} ${sql.raw(login)}`.execute(db);
}

/**
 * Applies the rights of the application's role from the list of tables (DESIGN 'Starting it', AUD-02). They are applied in full
 * after every migration, so that a fresh database and a migrated one are the same.
 */
export async function applyPermissions(db: Kysely<never>, appRole: string): Promise<void> {
  const app = sql.id(appRole);
  const run = (text: ReturnType<typeof sql>): Promise<unknown> => text.execute(db);

  await run(sql`
    do $$ begin
      execute format('revoke temporary, create on database %I from public', current_database());
      execute format('grant connect on database %I to %I', current_database(), ${sql.lit(appRole)});
      execute format('alter role %I in database %I set idle_in_transaction_session_timeout = ''60s''',
        ${sql.lit(appRole)}, current_database());
    end $$`);
  await run(sql`revoke create on schema public from public`);
  await run(sql`grant usage on schema public, migrations to ${app}`);
  await run(sql`revoke all on all tables in schema public, migrations from public, ${app}`);
  await run(sql`grant select on all tables in schema public, migrations to ${app}`);
  await run(sql`grant usage on all sequences in schema public to ${app}`);
  const present = await existing(db);
  for (const table of [...auditedTables, ...exemptTables]) {
    if (table.app.length === 0 || !present.has(table.name)) continue;
    await run(sql`grant ${sql.raw(table.app.join(', '))} on ${sql.id('public', table.name)} to ${app}`);
  }
  await run(sql`
    do $$ begin
      if to_regnamespace('pgboss') is not null then
        grant usage on schema pgboss to ${app};
        grant select, insert, update, delete on all tables in schema pgboss to ${app};
        grant usage on all sequences in schema pgboss to ${app};
        grant execute on all functions in schema pgboss to ${app};
      end if;
    end $$`);
}

async function existing(db: Kysely<never>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    db,
  );
  return new Set(rows.map((row) => row.name));
}

/** Gives the trail to a role that cannot sign in (AUD-02). The application reads the trail and calls its functions. */
export async function protectTrail(db: Kysely<never>, appRole: string): Promise<void> {
  const app = sql.id(appRole);
  const audit = sql.id(auditRole);
  const run = (text: ReturnType<typeof sql>): Promise<unknown> => text.execute(db);

  await run(sql`alter schema audit owner to ${audit}`);
  await run(sql`
    do $$ declare thing record; begin
      for thing in
        select format('%s %s', case c.relkind when 'S' then 'sequence' else 'table' end, c.oid::regclass) as name
        from pg_class c
        where c.relnamespace = 'audit'::regnamespace and c.relkind in ('r', 'S') and c.relowner <> ${sql.lit(auditRole)}::regrole
        union all
        select format('function %s', p.oid::regprocedure) from pg_proc p
        where p.pronamespace = 'audit'::regnamespace and p.proowner <> ${sql.lit(auditRole)}::regrole
      loop
        execute format('alter %s owner to %I', thing.name, ${sql.lit(auditRole)});
      end loop;
    end $$`);
  await run(sql`grant usage on schema audit to ${app}`);
  await run(sql`revoke all on all tables in schema audit from public, ${app}`);
  await run(sql`grant select on all tables in schema audit to ${app}`);
  // `verify` compares the value of a sequence with the rows; this right does not allow using the sequence.
  await run(sql`grant select on all sequences in schema audit to ${app}`);
  await run(sql`revoke all on all functions in schema audit from public, ${app}`);
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${callable.map((name) => `audit.${name}`)}::text[]) name where to_regprocedure(name) is not null`.execute(
    db,
  );
  for (const { name } of rows) await run(sql`grant execute on function ${sql.raw(name)} to ${app}`);
  await run(sql`grant usage on schema public to ${audit}`);
}
