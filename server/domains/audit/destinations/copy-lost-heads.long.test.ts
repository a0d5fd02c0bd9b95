import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createTrailWorld, inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import { lostAnchoredHead } from '../commands/seal.ts';
import { anchorFile } from '../anchors.ts';
import { proveRestore } from '../sealing-key.ts';
import { folderDestination } from './folder.ts';
import { objectStoreDestination } from './object-store.ts';
import { copyLostHeads } from './copy-lost-heads.ts';

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

test('[AUD-02] [OPS-09] after a restore, what was sent elsewhere since the backup is named as lost, also where the data folder is gone', async () => {
  const folder = path.join(world.dataDir, 'second');
  fs.mkdirSync(folder);
  const anchorsOfBackup = fs.readFileSync(anchorFile(world.dataDir), 'utf8');
  world.destinations.push(folderDestination(folder));
  await sql`select audit.record_access('test.read', 'users', 'u_1', '{}')`.execute(database.db);
  await world.seal();
  await world.send();
  const { rows } = await database.admin.query<{ number: string }>(
    'select max(number) as number from audit.seals',
  );
  const number = String(rows[0]?.number);
  await tamper(
    database.admin,
    `delete from audit.events where id = any ((select event_ids from audit.seals where number = ${number})::bigint[])`,
    `delete from audit.seals where number = ${number}`,
  );
  fs.writeFileSync(anchorFile(world.dataDir), anchorsOfBackup);
  expect(await lostAnchoredHead(world.sealer)).toBeNull();

  const away = objectStoreDestination({
    bucket: 'trail-heads',
    region: 'eu-central-1',
    endpoint: 'http://127.0.0.1:9',
    prefix: '',
    credentials: { accessKeyId: 'nobody', secretAccessKey: 'nobody' },
  });
  await copyLostHeads(world.sealer, [away, ...world.destinations], pino({ level: 'silent' }));
  const lostHead = await lostAnchoredHead(world.sealer);
  expect(lostHead).toMatch(/^[\da-f]{64}$/);
  await inCommand(database.db, async () => undefined, {
    action: 'system.restore',
    origin: { lostHead, lostHeadProof: proveRestore(world.sealer.key, lostHead ?? '') },
  });
  await world.seal();
  const report = await world.verify();
  expect(report.findings).toEqual([]);
  expect(report.notices).toMatchObject([{ kind: 'restored', object: `seal ${number}` }]);
  // Once more adds nothing.
  const lines = fs.readFileSync(anchorFile(world.dataDir), 'utf8');
  await copyLostHeads(world.sealer, world.destinations, pino({ level: 'silent' }));
  expect(fs.readFileSync(anchorFile(world.dataDir), 'utf8')).toBe(lines);
});
