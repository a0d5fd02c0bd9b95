import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { sql, type ControlledTransaction } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DB } from '#server/db/db.d.ts';
import { proveCommand } from '#server/platform/command/prove-command.ts';
import { declareAsMigration } from '#tests/harness/cluster.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { createTrailWorld, inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import { anchorFile, readAnchors } from '../anchors.ts';
import { readSealLag } from '../audit.queries.ts';
import { proveRestore, sealingKeyOf } from '../sealing-key.ts';
import { signingKeyFrom } from '#server/platform/crypto/signing-key.ts';
import { verifyDatabase } from '../verify/verify-database.ts';
import { sealOnce } from './seal.ts';

let database: TestDatabase;
let world: TrailWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = await createTrailWorld(database);
});
afterEach(async () => {
  await world.cleanUp();
  await database.drop();
});

const rename = (description: string): Promise<unknown> =>
  inCommand(database.db, (tx) =>
    sql`update organizations set description = ${description} where id = ${world.organizationId}`.execute(tx),
  );

async function unsealedIds(): Promise<number[]> {
  const { rows } = await database.admin.query<{ id: string }>(
    'select id from audit.events where id <> all (coalesce((select array_agg(i) from audit.seals, unnest(event_ids) i), array[]::bigint[])) order by id',
  );
  return rows.map((row) => Number(row.id));
}

/** A command of its own, left open by the test. */
async function openTransaction(): Promise<ControlledTransaction<DB>> {
  const tx = await database.db.startTransaction().execute();
  await sql`select audit.begin_command('test.long', null, null, '{}')`.execute(tx);
  await sql`insert into departments (name, organization_id) select 'Long ' || n, ${world.organizationId} from generate_series(1, 500) n`.execute(
    tx,
  );
  return tx;
}

test('[AUD-02] a transaction that stays open delays no other writer, and its late events are not skipped', async () => {
  const long = await openTransaction();
  let commands = 0;
  // Other people's work on the same tables, while 500 events wait for their commit.
  while (commands < 48) {
    await Promise.all(
      [1, 2, 3, 4].map((n) =>
        inCommand(database.db, (tx) =>
          sql`insert into departments (name, organization_id) values (${`Quick ${commands} ${n}`}, ${world.organizationId})`.execute(
            tx,
          ),
        ),
      ),
    );
    commands += 4;
    await sealOnce(world.sealer);
  }
  const waiting = await unsealedIds();
  expect(waiting.length).toBe(commands * 2);
  expect((await readSealLag(database.db)).unsealed).toBe(commands * 2);
  await proveCommand(long, world.keys);
  await long.commit().execute();
  await world.seal();
  expect(await unsealedIds()).toEqual([]);
  expect(await readSealLag(database.db)).toEqual({ unsealed: 0, seconds: 0 });
  const { rows } = await database.admin.query(`select 1 from audit.events where action = 'test.long'`);
  expect(rows).toHaveLength(501);
  expect((await world.verify()).clean).toBe(true);
});

test('[AUD-02] a transaction that stays open in another database of the cluster delays no seal', async () => {
  const elsewhere = await createTestDatabase();
  const client = await elsewhere.admin.connect();
  try {
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    await rename('is not held up');
    await world.seal();
    expect(await unsealedIds()).toEqual([]);
    await client.query('rollback');
  } finally {
    client.release(true);
    await elsewhere.drop();
  }
  expect(await world.verify()).toMatchObject({ clean: true, notices: [] });
});

test('[AUD-02] a run makes one seal, however much is written meanwhile, and servers that take turns no more', async () => {
  const count = async (): Promise<number> =>
    Number((await database.admin.query<{ n: string }>('select count(*) as n from audit.seals')).rows[0]?.n);
  let writing = true;
  const writer = (async () => {
    for (let n = 0; writing; n += 1) await rename(`written meanwhile ${n}`);
  })();
  const before = await count();
  for (let run = 0; run < 5; run += 1) await sealOnce(world.sealer);
  expect((await count()) - before).toBeLessThanOrEqual(5);
  writing = false;
  await writer;
  await world.seal();
  const sealed = await count();
  await rename('waits for its turn');
  for (let server = 0; server < 3; server += 1) await sealOnce({ ...world.sealer, apart: 3600 });
  expect(await count()).toBe(sealed);
  await sealOnce(world.sealer);
  expect(await count()).toBe(sealed + 1);
});

test('[AUD-02] the lag of sealing shows how long the oldest event has waited', async () => {
  const long = await openTransaction();
  await rename('waits');
  await database.moveClock({ minutes: 6 });
  const lag = await readSealLag(database.db);
  expect(lag.unsealed).toBe(2);
  expect(lag.seconds).toBeGreaterThan(300);
  await long.rollback().execute();
});

test('[AUD-02] any number of sealers make one chain', async () => {
  for (let round = 0; round < 10; round += 1) {
    await rename(`round ${round}`);
    await Promise.all([1, 2, 3, 4, 5].map(() => sealOnce(world.sealer)));
  }
  await world.seal();
  expect(await unsealedIds()).toEqual([]);
  expect((await world.verify()).clean).toBe(true);
});

test('[AUD-02] a large backlog is sealed in several seals, never in the middle of a transaction', async () => {
  for (let round = 0; round < 7; round += 1) await rename(`round ${round}`);
  const before = await database.admin.query('select 1 from audit.seals');
  // A transaction that runs elsewhere in the cluster holds the horizon back for a moment.
  let sealed = 0;
  await until('the seven commands are sealed', async () => {
    sealed += await sealOnce({ ...world.sealer, batchSize: 3 });
    return sealed >= 14;
  });
  const after = await database.admin.query<{ n: string }>(
    'select event_count as n from audit.seals order by number offset $1',
    [before.rows.length],
  );
  // Each command has two events; a batch of three is full in the middle of the second one and ends after it.
  const counts = after.rows.map((row) => Number(row.n));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(14);
  for (const count of counts) expect([2, 4]).toContain(count);
  expect((await world.verify()).clean).toBe(true);
});

test('[AUD-02] heads stand outside the database, for their owner only', async () => {
  const { rows } = await database.admin.query<{ head: Buffer }>(
    'select head from audit.seals order by number',
  );
  const heads: (string | undefined)[] = [];
  for await (const { anchor } of readAnchors(anchorFile(world.dataDir))) heads.push(anchor?.head);
  expect(heads).toEqual(rows.map((row) => row.head.toString('hex')));
  expect(fs.statSync(anchorFile(world.dataDir)).mode & 0o077).toBe(0);
  const { rows: keys } = await database.admin.query(`select 1 from audit.seals where strpos(body, $1) > 0`, [
    world.sealer.key.publicKey,
  ]);
  expect(keys).toEqual([]);
});

test('[AUD-02] a head that a crash kept from being written outside is written by the next run', async () => {
  await rename('sealed, not anchored');
  const complete = fs.readFileSync(anchorFile(world.dataDir), 'utf8');
  await world.seal();
  fs.writeFileSync(anchorFile(world.dataDir), complete);
  expect((await world.verify()).notices.map((notice) => notice.kind)).toEqual(['unanchored']);
  await world.seal();
  expect(await world.verify()).toMatchObject({ clean: true, notices: [] });
});

test('[AUD-02] sealing goes on in another cluster after a restore, and seals what the former one left', async () => {
  const here = await database.admin.query<{ id: string }>('select audit.system_id() as id');
  const became = (id: string): Promise<unknown> =>
    declareAsMigration(
      database.admin,
      `create or replace function audit.system_id() returns text language sql stable as $$ select '${id}'::text $$`,
    );
  // The first cluster: some events sealed, some not. Its transaction numbers are far ahead of those here.
  await became('1111');
  await rename('sealed there');
  await world.seal();
  await rename('left there');
  await tamper(
    database.admin,
    `update audit.events set header = replace(header, '"xid":"' || xid || '"', '"xid":"' || (xid::text::bigint + 1000000) || '"'),
       xid = (xid::text::bigint + 1000000)::text::xid8
     where id > (select max(i) from audit.seals, unnest(event_ids) i)`,
  );
  await became(here.rows[0]?.id ?? '');
  await rename('here');
  await world.seal();
  await rename('here again');
  await world.seal();
  expect(await unsealedIds()).toEqual([]);
  const { rows } = await database.admin.query<{ kind: string; system: string }>(
    'select kind, system_id as system from audit.seals order by number desc limit 4',
  );
  expect(rows.map((row) => row.kind)).toEqual(['regular', 'continuation', 'regular', 'continuation']);
  expect(new Set(rows.slice(2).map((row) => row.system))).toEqual(new Set(['1111']));
});

test('[AUD-02] what another cluster left is sealed also where that one never sealed, and its lag is told', async () => {
  const { rows } = await database.admin.query<{ id: string }>('select audit.system_id() as id');
  const became = (id: string): Promise<unknown> =>
    declareAsMigration(
      database.admin,
      `create or replace function audit.system_id() returns text language sql stable as $$ select '${id}'::text $$`,
    );
  await became('2222');
  await rename('left there');
  await became(rows[0]?.id ?? '');
  expect((await readSealLag(database.db)).unsealed).toBe(2);
  await rename('here again');
  await world.seal();
  expect(await unsealedIds()).toEqual([]);
  // The test's own way to be another cluster is found too.
  expect((await world.verify()).findings).toMatchObject([{ object: 'function audit.system_id()' }]);
});

/** What a restore of yesterday's backup does to the database: the newest seals and their events are not there. */
async function loseNewest(): Promise<{ number: number; head: string }> {
  await sql`select audit.record_access('test.read', 'users', 'u_1', '{}')`.execute(database.db);
  await world.seal();
  const { rows } = await database.admin.query<{ number: string; head: Buffer }>(
    'select number, head from audit.seals order by number desc limit 1',
  );
  const number = Number(rows[0]?.number);
  await tamper(
    database.admin,
    `delete from audit.events where id = any ((select event_ids from audit.seals where number = ${number})::bigint[])`,
    `delete from audit.seals where number = ${number}`,
  );
  return { number, head: rows[0]?.head.toString('hex') ?? '' };
}

test('[AUD-02] an older backup that was put back is found, also after sealing went on (T25)', async () => {
  const lost = await loseNewest();
  expect((await world.verify()).findings).toMatchObject([
    { kind: 'seal_missing', object: `seal ${lost.number}` },
  ]);
  await rename('after the restore');
  await world.seal();
  await rename('and later');
  await world.seal();
  const { rows } = await database.admin.query<{ kind: string; lost: unknown }>(
    `select kind, body::jsonb -> 'lost' as lost from audit.seals order by number desc limit 2`,
  );
  expect(rows).toEqual([
    { kind: 'regular', lost: null },
    { kind: 'continuation', lost },
  ]);
  expect((await world.verify()).findings).toMatchObject([
    { kind: 'seal_missing', object: `seal ${lost.number}` },
  ]);
});

test('[AUD-02] a recorded restore is a notice that names what was lost, not a finding (F18)', async () => {
  const lost = await loseNewest();
  await inCommand(database.db, async () => undefined, {
    action: 'system.restore',
    reason: 'disk failed',
    origin: { lostHead: lost.head, lostHeadProof: proveRestore(world.sealer.key, lost.head) },
  });
  await world.seal();
  const report = await world.verify();
  expect(report.findings).toEqual([]);
  expect(report.notices).toMatchObject([{ kind: 'restored', object: `seal ${lost.number}` }]);
});

test('[AUD-02] a recorded restore explains what followed the last seal that it kept, and nothing before that', async () => {
  await rename('before what is lost');
  await world.seal();
  const lost = await loseNewest();
  await inCommand(database.db, async () => undefined, {
    action: 'system.restore',
    origin: { lostHead: lost.head, lostHeadProof: proveRestore(world.sealer.key, lost.head) },
  });
  await world.seal();
  // A head from before it, as an email has it: who holds the key has written another history since.
  const { secretKey } = world.keys;
  const heads = [{ number: lost.number - 1, head: 'a'.repeat(64) }];
  const report = await verifyDatabase({
    db: database.db,
    dataDir: world.dataDir,
    keys: { secretKey },
    heads,
  });
  expect(report.findings).toMatchObject([{ kind: 'seal_missing', object: `seal ${lost.number - 1}` }]);
  expect(report.notices).toContainEqual(
    expect.objectContaining({ kind: 'restored', object: `seal ${lost.number}` }),
  );
});

test('[AUD-02] a restore that somebody without the key claims does not excuse what is lost', async () => {
  const lost = await loseNewest();
  const foreign = sealingKeyOf(signingKeyFrom(randomBytes(32)));
  for (const lostHeadProof of [undefined, 'AA==', proveRestore(foreign, lost.head)]) {
    await inCommand(database.db, async () => undefined, {
      action: 'system.restore',
      origin: { lostHead: lost.head, lostHeadProof },
    });
  }
  await world.seal();
  expect((await world.verify()).findings).toMatchObject([
    { kind: 'seal_missing', object: `seal ${lost.number}` },
  ]);
});

test.each([
  ['has another head', (line: string) => JSON.stringify({ ...JSON.parse(line), head: 'f'.repeat(64) })],
  ['cannot be read', (line: string) => line.replace('"head"', '"hea')],
  ['was cut off', (line: string) => line.slice(0, -40)],
])('[AUD-02] a last line of the file outside that %s is named, and sealing goes on', async (_how, damage) => {
  const text = fs.readFileSync(anchorFile(world.dataDir), 'utf8');
  const lines = text.trimEnd().split('\n');
  fs.appendFileSync(anchorFile(world.dataDir), `${damage(lines.at(-1) ?? '')}\n`);
  await rename('after the damage');
  await world.seal();
  const { rows } = await database.admin.query<{ head: string; kind: string; lost: unknown }>(
    `select encode(head, 'hex') as head, kind, body::jsonb -> 'lost' as lost from audit.seals order by number desc limit 1`,
  );
  // Nothing was lost, and nothing says so.
  expect(rows).toMatchObject([{ kind: 'regular', lost: null }]);
  expect(fs.readFileSync(anchorFile(world.dataDir), 'utf8').trimEnd().split('\n').at(-1)).toContain(
    rows[0]?.head,
  );
  const report = await world.verify();
  expect(report.findings).toMatchObject([
    { kind: 'anchor_changed', object: `anchor line ${lines.length + 1}` },
  ]);
  expect(report.notices).toEqual([]);
});

test('[AUD-02] a seal that does not continue the chain is refused by the database', async () => {
  const { rows } = await database.admin.query<{ body: string }>(
    'select body from audit.seals order by number limit 1',
  );
  const attempt = sql`select audit.add_seal(${rows[0]?.body ?? ''}, 'key', '\\x00'::bytea, array[1]::bigint[], '\\x00'::bytea)`;
  await expect(attempt.execute(database.db)).rejects.toMatchObject({ code: 'TT006' });
});
