import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { prepareDemo } from '#server/cli/demo-data.ts';
import { startInstallation, recordCheckers, verifyDatabase } from '#server/domains/audit/index.ts';
import { auditedTables } from '#server/db/schema/audited-tables.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { inCommand } from '#tests/harness/trail-world.ts';
import { passkeyMac, passkeysSql } from '#server/domains/accounts/passkeys/passkeys.store.ts';
import { apiTokenMac, apiTokensSql } from '#server/domains/accounts/tokens/tokens.store.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';

let database: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database, config: { demoPassword: 'walk-the-trail-2026' } });
  await prepareDemo(server.services, () => undefined, database.adminUrl);
  await startInstallation(server.services);
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

interface Column {
  readonly name: string;
  readonly type: string;
  /** Has to be given where a row is made. */
  readonly needed: boolean;
  readonly refersTo: string | null;
}

async function columnsOf(client: pg.PoolClient, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull and not a.atthasdef and a.attidentity = '' as needed,
       (select format('(select %I from %s limit 1)', f.attname, k.confrelid::regclass) from pg_constraint k
        join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
        where k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) as "refersTo"
     from pg_attribute a where a.attrelid = ('public.' || $1)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [table],
  );
  return rows;
}

/** Any value of a type, for a row that the demo does not have. */
function anyValue({ type, refersTo }: Column): string {
  if (refersTo !== null) return refersTo;
  if (type.startsWith('timestamp') || type === 'date') return 'now()';
  if (type.endsWith('[]')) return `'{1}'`;
  return type === 'uuid' ? 'gen_random_uuid()' : `'1'`;
}

/** Another value than the column has. */
function otherValue({ name, type }: Column): string {
  const is = `"${name}"`;
  if (type.endsWith('[]')) return `coalesce(${is}, '{}') || '{7}'::${type}`;
  if (/^(?:integer|bigint|numeric|double)/.test(type)) return `coalesce(${is}, 0) + 1`;
  if (type === 'boolean') return `not coalesce(${is}, false)`;
  if (type.startsWith('timestamp')) return `coalesce(${is}, now()) + interval '1 second'`;
  if (type === 'date') return `coalesce(${is}, current_date) + 1`;
  if (type === 'jsonb')
    return `case when jsonb_typeof(${is}) = 'array' then ${is} || '[7]' else jsonb_build_object('tampered', ${is}) end`;
  if (type === 'uuid') return 'gen_random_uuid()';
  return `coalesce(${is}, '') || 'x'`;
}

/** Makes a row by a command, with nothing in its way that the product would see to. */
async function makeRow(table: string, columns: readonly Column[]): Promise<void> {
  const needed = columns.filter((column) => column.needed);
  const names = needed.map(({ name }) => `"${name}"`).join(', ');
  await inCommand(
    server.services.db,
    (tx) =>
      sql.raw(`insert into ${table} (${names}) values (${needed.map(anyValue).join(', ')})`).execute(tx),
    { keys: server.services.config },
  );
}

/** The passkey and the API token that were made of any values get the MACs that the product would have given them. */
async function proveAnyRows(): Promise<void> {
  const { db, config } = server.services;
  await inCommand(
    db,
    async (tx) => {
      const { rows } = await passkeysSql.execute(tx);
      for (const row of rows)
        await sql`update passkeys set mac = ${passkeyMac(config, row)} where id = ${row.id}`.execute(tx);
      const tokens = await apiTokensSql.execute(tx);
      for (const row of tokens.rows)
        await sql`update api_tokens set mac = ${apiTokenMac(config, row)} where id = ${row.id}`.execute(tx);
    },
    { keys: config },
  );
}

test('[AUD-04] a change of any column of any table that the trail follows is named with its column', async () => {
  const client = await database.admin.connect();
  const changed: string[] = [];
  try {
    const { rows: checks } = await client.query<{ statement: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
       where connamespace = 'public'::regnamespace and contype in ('c', 'u')
         and not exists (select from pg_constraint f where f.conindid = pg_constraint.conindid and f.contype = 'f')`,
    );
    for (const { statement } of checks) await client.query(statement);
    const { rows: unique } = await client.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace and indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    );
    for (const { name } of unique) await client.query(`drop index ${name}`);
    for (const { name: table } of auditedTables) {
      const { rows } = await client.query(`select 1 from ${table} limit 1`);
      if (rows.length === 0) await makeRow(table, await columnsOf(client, table));
    }
    await proveAnyRows();
    expect(
      (await verifyAll(server.services)).findings.filter(({ kind }) => kind.startsWith('record')),
    ).toEqual([]);
    await client.query('set session_replication_role = replica');
    for (const { name: table, key } of auditedTables) {
      const columns = (await columnsOf(client, table)).filter(({ name }) => name !== key);
      const { rows } = await client.query<{ id: string }>(
        `select ${key}::text as id from ${table} order by 1 limit $1`,
        [columns.length],
      );
      for (const [index, column] of columns.entries()) {
        const id = rows[index % rows.length]?.id;
        await client.query(
          `update ${table} set "${column.name}" = ${otherValue(column)} where ${key}::text = $1`,
          [id],
        );
        changed.push(`${table} ${String(id)}: ${column.name}`);
      }
    }
  } finally {
    client.release(true);
  }
  const { db, config } = server.services;
  const { findings, omitted } = await verifyDatabase({
    db,
    dataDir: config.dataDir,
    keys: config,
    checkers: recordCheckers(config),
  });
  const named = new Set(
    findings
      .filter(({ kind }) => kind === 'record_changed')
      .map(({ object, detail }) => `${object}: ${detail.split(' ')[0] ?? ''}`),
  );
  expect(omitted).toBe(0);
  expect(changed.length).toBeGreaterThan(350);
  expect(changed.filter((one) => !named.has(one))).toEqual([]);
});
