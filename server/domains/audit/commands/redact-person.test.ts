import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '#server/db/db.d.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import {
  createTrailWorld,
  inCommand,
  insertSignature,
  tamper,
  type TrailWorld,
} from '#tests/harness/trail-world.ts';

const email = 'zoë.o+brien(1)@clinic.example';
const firstName = 'Zoë "Zo"';
const lastName = "O'Brien-Müller";
const whole = `${firstName} ${lastName}`;
const pseudonym = 'erased-1@erased.invalid';

let database: TestDatabase;
let world: TrailWorld;
let person: string;
let signature: number;

/** What the command that erases a person does to the rows before it redacts the trail. */
async function erase(tx: Transaction<DB>, id: string): Promise<void> {
  await sql`
    update users set email = ${pseudonym}, first_name = 'Erased', last_name = 'person', password_hash = null, is_active = false,
      profile_image_url = null, pending_email = null, erased_at = app_now() where id = ${id}`.execute(tx);
  await sql`update training_modules set content_creator = null where id = ${world.moduleId}`.execute(tx);
}

const redact = (tx: Transaction<DB>, id: string, reason: string): Promise<unknown> =>
  sql`select audit.redact_person(${id}, ${reason})`.execute(tx);

/** Every table of the database whose rows contain the text, as a dump would show it: `schema.table × rows`. */
async function placesOf(text: string): Promise<string[]> {
  const { rows: tables } = await database.admin.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const escaped = JSON.stringify(text).slice(1, -1);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.admin.query<{ n: string }>(
      `select count(*) as n from ${name} t where strpos(lower(t::text), lower($1)) > 0 or strpos(lower(t::text), lower($2)) > 0
         or strpos(lower(replace(t::text, '""', '"')), lower($1)) > 0 or strpos(lower(replace(t::text, '\\\\', '\\')), lower($2)) > 0`,
      [text, escaped],
    );
    if (Number(rows[0]?.n) > 0) found.push(`${name} × ${String(rows[0]?.n)}`);
  }
  return found;
}

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createTrailWorld(database);
  person = world.people[0] ?? '';
  signature = world.signatures[0] ?? 0;
  // The signature was given under another name: whole signatures cannot be changed, not even here, so a second one is made.
  await inCommand(
    database.db,
    async (tx) => {
      await sql`update users set email = ${email}, first_name = ${firstName}, last_name = ${lastName} where id = ${person}`.execute(
        tx,
      );
      await sql`update training_modules set content_creator = ${whole} where id = ${world.moduleId}`.execute(
        tx,
      );
    },
    {
      actorId: person,
      reason: `${whole} asked for it by ${email}`,
      origin: { ip: '192.0.2.1', userAgent: `${firstName}'s browser` },
    },
  );
  await inCommand(database.db, async (tx) => {
    const own = await tx
      .selectFrom('signatures')
      .selectAll()
      .where('id', '=', signature)
      .executeTakeFirstOrThrow();
    const { recordType, recordId, recordHash, contentHash, signerId, signedAt, timeZone, authMethod } = own;
    const same = { recordType, recordId, recordHash, contentHash, signerId, signedAt, timeZone, authMethod };
    const columns = {
      ...same,
      printedName: whole,
      meaning: 'Confirmed',
      meaningCode: 'confirmed',
      language: null,
    };
    signature = await insertSignature(
      tx,
      world.keys,
      { ...columns, statementVersion: 1, agreementVersion: 1 },
      { ip: '192.0.2.1', userAgent: 'browser' },
    );
  });
  for (let round = 0; round < 50; round += 1) {
    await inCommand(database.db, (tx) =>
      sql`update training_assignments set progress = ${round} where id = ${world.assignments[0]}`.execute(tx),
    );
    await inCommand(database.db, (tx) =>
      sql`update users set pending_email = ${`${round}-${email}`} where id = ${person}`.execute(tx),
    );
  }
  const facts = JSON.stringify({ email, outcome: 'refused', ip: '192.0.2.1' });
  await sql`select audit.record_access('session.refused', 'users', null, ${facts}::jsonb)`.execute(
    database.db,
  );
  await world.seal();
});
afterAll(async () => {
  await world.cleanUp();
  await database.drop();
});

test('[USR-08] nobody is redacted who has not been erased, and nothing outside a command', async () => {
  await expect(inCommand(database.db, (tx) => redact(tx, person, 'no'))).rejects.toMatchObject({
    code: 'TT005',
  });
  await expect(database.db.transaction().execute((tx) => redact(tx, person, 'no'))).rejects.toMatchObject({
    code: 'TT001',
  });
});

test('[USR-08] before: the name stands in the trail a hundred times', async () => {
  const { rows } = await database.admin.query<{ n: string }>(
    'select count(*) as n from audit.events where subject_id = $1',
    [person],
  );
  expect(Number(rows[0]?.n)).toBeGreaterThan(100);
  expect(await placesOf(email)).toContain('public.users × 1');
  expect((await world.verify()).findings).toEqual([]);
});

test('[USR-08] [AUD-02] after erasure name and email stand nowhere but in the signature, and verify is clean', async () => {
  await inCommand(
    database.db,
    async (tx) => {
      await erase(tx, person);
      await redact(tx, person, `${whole} <${email}> asked to be forgotten`);
    },
    { action: 'user.erase', reason: `${whole} left`, origin: { subjectId: person } },
  );
  await world.seal();
  expect(await placesOf(email)).toEqual([]);
  expect(await placesOf(whole)).toEqual(['public.signatures × 1']);
  expect(await placesOf(lastName)).toEqual(['public.signatures × 1']);
  expect(await placesOf(firstName)).toEqual(['public.signatures × 1']);
  expect(await placesOf('192.0.2.1')).toEqual(['public.signatures × 1']);

  const report = await world.verify();
  expect(report.findings).toEqual([]);
  expect(report.notices).toHaveLength(1);
  expect(report.notices[0]).toMatchObject({ kind: 'redaction', detail: expect.stringContaining(person) });
});

test('[USR-08] what others did stays as it was', async () => {
  const { rows } = await database.admin.query<{ n: string }>(
    `select count(*) as n from audit.events where payload is null and kind in ('insert', 'update') and object_type not in ('users', 'signatures', 'training_modules')`,
  );
  expect(rows).toEqual([{ n: '0' }]);
});

test('[USR-08] [AUD-02] the signature is still proven by the trail: another printed name is found', async () => {
  await tamper(
    database.admin,
    `update signatures set printed_name = 'Somebody Else' where id = ${signature}`,
  );
  const report = await world.verify();
  expect(report.findings.map(({ kind, object }) => `${kind} ${object}`)).toEqual([
    `record_changed signatures ${signature}`,
    `signature_invalid signatures ${signature}`,
  ]);
  const client = await database.admin.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query('update signatures set printed_name = $1 where id = $2', [whole, signature]);
    await client.query('commit');
  } finally {
    client.release();
  }
  expect((await world.verify()).clean).toBe(true);
});

test('[USR-08] a redaction can be repeated, and a second person in the same payload is redacted too', async () => {
  const second = world.people[1] ?? '';
  await inCommand(database.db, async (tx) => {
    await sql`update users set email = 'second-erased@erased.invalid', first_name = 'Erased', last_name = 'person', erased_at = app_now()
      where id = ${second}`.execute(tx);
    await redact(tx, second, 'asked');
    await redact(tx, person, 'again');
  });
  await world.seal();
  expect(await placesOf('Last2')).toEqual(['public.signatures × 1']);
  expect((await world.verify()).findings).toEqual([]);
});

test('[USR-08] [AUD-02] a residual that somebody edits is found', async () => {
  const { rows } = await database.admin.query<{ id: string }>(
    `select id from audit.events where payload is null and object_type = 'users' and kind = 'update' order by id limit 1`,
  );
  const id = Number(rows[0]?.id);
  await tamper(
    database.admin,
    `update audit.events set residual = replace(residual, 'revision', 'revisiom') where id = ${id}`,
  );
  const report = await world.verify();
  expect(report.findings.map(({ kind, object }) => `${kind} ${object}`)).toContain(
    `event_payload_changed event ${id}`,
  );
});
