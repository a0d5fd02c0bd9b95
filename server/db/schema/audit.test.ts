import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditedTables } from '#server/db/schema/audited-tables.ts';
import { exemptTables } from '#server/db/schema/exempt-tables.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createTrailWorld, inCommand, type TrailWorld } from '#tests/harness/trail-world.ts';

let database: TestDatabase;
let world: TrailWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createTrailWorld(database);
});
afterAll(async () => {
  await world.cleanUp();
  await database.drop();
});

interface EventRow {
  readonly kind: string;
  readonly action: string;
  readonly actor: string | null;
  readonly organization: number | null;
  readonly subject: string | null;
  readonly type: string | null;
  readonly object: string | null;
  readonly outcome: string;
  readonly header: Record<string, unknown>;
  readonly payload: Record<string, unknown>;
}

async function eventsOf(action: string): Promise<EventRow[]> {
  const { rows } = await database.admin.query<EventRow>(
    `select kind, action, actor_id as actor, organization_id as organization, subject_id as subject, object_type as type,
       object_id as object, outcome, header::json as header, payload::json as payload
     from audit.events where action = $1 order by id`,
    [action],
  );
  return rows;
}

test('[AUD-01] every table is audited or exempt with a reason, and none is both', async () => {
  const { rows } = await database.admin.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const listed = [...auditedTables, ...exemptTables].map((table) => table.name);
  expect(listed.toSorted()).toEqual(rows.map((row) => row.name));
  for (const table of exemptTables) expect(table.exempt.length).toBeGreaterThan(20);
});

test.each(auditedTables.map((table) => [table.name, table.key] as const))(
  '[AUD-01] %s cannot be written outside a command, not even by the superuser',
  async (name, key) => {
    const appends = auditedTables.find((table) => table.name === name)?.appendOnly === true;
    const statements = [
      `insert into ${name} (${key}) overriding system value select ${key} from ${name} where false`,
      ...(appends
        ? []
        : [`update ${name} set ${key === 'id' ? 'id = default' : `${key} = ${key}`} where false`]),
      `delete from ${name} where false`,
    ];
    for (const statement of statements) {
      await expect(database.admin.query(statement)).rejects.toMatchObject({ code: 'TT001' });
    }
    await expect(database.admin.query(`truncate ${name} cascade`)).rejects.toMatchObject({ code: 'TT003' });
  },
);

test('[AUD-01] a command says who, when, why and from where; personal circumstances stand where they can be redacted', async () => {
  const actor = world.people[0] ?? '';
  await inCommand(database.db, async () => undefined, {
    action: 'test.command',
    actorId: actor,
    reason: 'because',
    origin: {
      organizationId: world.organizationId,
      role: 'admin',
      sessionId: 'hash',
      authMethod: 'password',
      requestId: 'r-1',
      version: '0.1.0',
      ip: '192.0.2.9',
      userAgent: 'Browser',
      extra: null,
    },
  });
  const [event] = await eventsOf('test.command');
  expect(event).toMatchObject({
    kind: 'command',
    actor,
    organization: world.organizationId,
    outcome: 'ok',
    header: {
      v: 1,
      actor,
      facts: { role: 'admin', sessionId: 'hash', authMethod: 'password', requestId: 'r-1', version: '0.1.0' },
    },
    payload: { reason: 'because', facts: { ip: '192.0.2.9', userAgent: 'Browser' } },
  });
  expect(JSON.stringify(event?.header)).not.toContain('192.0.2.9');
});

test('[AUD-01] [AUD-02] every event names who was signed in to the database, whatever role they took on', async () => {
  const {
    rows: [application],
  } = await sql<{ name: string }>`select session_user as name`.execute(database.db);
  const client = await database.admin.connect();
  try {
    const {
      rows: [superuser],
    } = await client.query<{ name: string }>('select session_user as name');
    expect(superuser?.name).not.toBe(application?.name);
    await client.query('begin');
    await client.query(`set local role ${application?.name ?? ''}`);
    await client.query(`select audit.begin_command('test.borrowed', null, null, '{}')`);
    await client.query(`insert into settings (key, value) values ('borrowed', '1')`);
    await client.query('commit');
    const usersOf = async (action: string): Promise<unknown[]> =>
      (await eventsOf(action)).map(({ kind, header }) => [kind, header['user']]);
    expect(await usersOf('test.borrowed')).toEqual([
      ['command', superuser?.name],
      ['insert', superuser?.name],
    ]);
    await inCommand(database.db, (tx) => sql`delete from settings where key = 'borrowed'`.execute(tx), {
      action: 'test.returned',
    });
    expect(await usersOf('test.returned')).toEqual([
      ['command', application?.name],
      ['delete', application?.name],
    ]);
  } finally {
    client.release(true);
  }
});

test('[AUD-01] before and after of every change: only the columns that changed, and never a secret', async () => {
  const { rows } = await inCommand(
    database.db,
    (tx) =>
      sql<{ id: string }>`
      insert into users (email, first_name, password_hash, organization_id)
      values ('new@example.org', 'New', 'top-secret', ${world.organizationId}) returning id`.execute(tx),
    { action: 'test.insert' },
  );
  const id = rows[0]?.id ?? '';
  const change = (text: ReturnType<typeof sql>, action: string): Promise<unknown> =>
    inCommand(database.db, (tx) => text.execute(tx), { action });
  await change(
    sql`update users set first_name = 'Newer', password_hash = 'other-secret' where id = ${id}`,
    'test.update',
  );
  await change(sql`insert into settings (key, value) values ('k', '{"deep": [1, null]}')`, 'test.setting');
  await change(sql`update settings set value = '{"deep": [1, null]}' where key = 'k'`, 'test.nothing');
  await change(sql`delete from settings where key = 'k'`, 'test.delete');

  const inserted = (await eventsOf('test.insert')).find((event) => event.type === 'users');
  expect(inserted).toMatchObject({
    kind: 'insert',
    object: id,
    subject: id,
    organization: world.organizationId,
  });
  expect(inserted?.payload).toMatchObject({
    after: { email: 'new@example.org', first_name: 'New', role: 'learner' },
  });
  const updated = (await eventsOf('test.update')).find((event) => event.type === 'users');
  expect(updated?.payload).toMatchObject({
    before: { first_name: 'New', revision: 1 },
    after: { first_name: 'Newer', revision: 2 },
    secrets: ['password_hash'],
  });
  expect(Object.keys(updated?.payload['after'] as object).toSorted()).toEqual([
    'first_name',
    'revision',
    'updated_at',
  ]);
  expect((await eventsOf('test.nothing')).map((event) => event.kind)).toEqual(['command']);
  const deleted = (await eventsOf('test.delete')).find((event) => event.type === 'settings');
  expect(deleted?.payload).toMatchObject({ before: { key: 'k', value: { deep: [1, null] } } });
  const { rows: secrets } = await database.admin.query(
    `select 1 from audit.events e where e::text ~ 'top-secret|other-secret'`,
  );
  expect(secrets).toEqual([]);
});

test('[AUD-01] what is about a person says so, with the organization of the person', async () => {
  await inCommand(
    database.db,
    (tx) =>
      sql`update training_assignments set progress = 50 where id = any (${world.assignments})`.execute(tx),
    { action: 'test.progress' },
  );
  const rows = (await eventsOf('test.progress')).filter((event) => event.kind === 'update');
  expect(new Set(rows.map((row) => row.subject))).toEqual(new Set(world.people));
  expect(new Set(rows.map((row) => row.organization))).toEqual(new Set([world.organizationId]));
});

test('[AUD-01] reads and attempts are recorded, within a command or alone', async () => {
  const facts = JSON.stringify({
    actorId: 'u_reader',
    organizationId: 3,
    outcome: 'refused',
    ip: '192.0.2.3',
    rows: 7,
  });
  await sql`select audit.record_access('test.read', 'users', 'u_9', ${facts}::jsonb)`.execute(database.db);
  const [event] = await eventsOf('test.read');
  expect(event).toMatchObject({
    kind: 'access',
    actor: 'u_reader',
    organization: 3,
    type: 'users',
    object: 'u_9',
    outcome: 'refused',
  });
  expect(event?.payload).toEqual({ facts: { ip: '192.0.2.3', rows: 7 } });
  await inCommand(
    database.db,
    (tx) => sql`select audit.record_access('test.inside', null, null, '{"actorId": "u_forged"}')`.execute(tx),
    { actorId: 'u_real' },
  );
  expect(await eventsOf('test.inside')).toMatchObject([{ actor: 'u_real' }]);
  const address = sql`select audit.record_access('test.read', 'users', 'a@example.org', '{}')`.execute(
    database.db,
  );
  await expect(address).rejects.toMatchObject({ code: 'TT004' });
});

test('[AUD-01] one command a transaction, with an action, and none after a rollback', async () => {
  const begin = (action: string): ReturnType<typeof sql> =>
    sql`select audit.begin_command(${action}, null, null, '{}')`;
  const twice = inCommand(database.db, (tx) => begin('again').execute(tx));
  await expect(twice).rejects.toMatchObject({ code: 'TT002' });
  await expect(begin('  ').execute(database.db)).rejects.toMatchObject({ code: 'TT004' });
  const failing = inCommand(
    database.db,
    async () => {
      throw new Error('stop');
    },
    { action: 'test.rolled-back' },
  );
  await expect(failing).rejects.toThrow('stop');
  expect(await eventsOf('test.rolled-back')).toEqual([]);
});

test('[AUD-01] the key of a record cannot be changed', async () => {
  const change = inCommand(database.db, (tx) =>
    sql`update module_families set code = 'x' where code = 'other'`.execute(tx),
  );
  await expect(change).rejects.toMatchObject({ code: 'TT003' });
});

describe('[AUD-02] the role of the application', () => {
  const refused = [
    `insert into audit.events select * from audit.events limit 1`,
    `update audit.events set outcome = 'x'`,
    `delete from audit.events`,
    `truncate audit.events`,
    `insert into audit.seals select * from audit.seals`,
    `update audit.seals set body = ''`,
    `delete from audit.seals`,
    `truncate audit.seals`,
    `update audit.tracked_tables set personal_columns = '{}'`,
    `update training_records set score = 1`,
    `delete from training_records`,
    `truncate training_records cascade`,
    `update signatures set printed_name = 'x'`,
    `delete from signatures`,
    `update signature_agreements set text_version = 'x'`,
    `delete from training_assignments`,
    `delete from users`,
    `update user_periods set role = 'admin'`,
    `delete from retired_emails`,
    `alter table training_records disable trigger all`,
    `drop trigger audit_insert on users`,
    `set session_replication_role = replica`,
    `create or replace function app_now() returns timestamptz language sql as 'select now()'`,
    `create function public.app_now(integer) returns timestamptz language sql as 'select now()'`,
    `create schema mine`,
    `create temporary table users (id text)`,
    `select audit.add_event('command', 'a', null, null, null, null, null, 'ok', null, '{}', '{}')`,
    `select nextval('audit.event_ids')`,
    `delete from migrations.kysely_migration`,
    `create role other`,
    `set role traintrail_audit`,
  ];
  test.each(refused)('[AUD-02] may not: %s', async (statement) => {
    const attempt = inCommand(database.db, (tx) => sql.raw(statement).execute(tx));
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  });

  test('[AUD-02] reads the trail', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from audit.events`.execute(
      database.db,
    );
    expect(rows[0]?.n).toBeGreaterThan(20);
  });
});

describe('[AUD-02] even the owner', () => {
  const refused = [
    `update audit.events set outcome = 'x'`,
    `update audit.events set payload = null, residual = '{}'`,
    `delete from audit.events`,
    `truncate audit.events`,
    `update audit.seals set body = ''`,
    `delete from audit.seals`,
    `truncate audit.seals`,
    `update training_records set score = 1`,
    `delete from training_records`,
    `update signatures set printed_name = 'x'`,
    `delete from signatures`,
    `delete from signature_agreements`,
  ];
  test.each(refused)('[AUD-02] is stopped by a trigger: %s', async (statement) => {
    const client = await database.admin.connect();
    try {
      await client.query('begin');
      await client.query(`select audit.begin_command('test.owner', null, null, '{}')`);
      await client.query(
        `insert into signature_agreements (user_id, text_version, text_hash) values ($1, '1', repeat('a', 64))`,
        [world.people[0]],
      );
      await expect(client.query(statement)).rejects.toMatchObject({ code: 'TT003' });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
