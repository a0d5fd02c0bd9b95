import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { effortOf, fillInBulk } from '#tests/harness/plan-effort.ts';
import { readSealLag } from './audit.queries.ts';

const sealed = 20_000;
const added = 50;
/** Rows that may be looked at in addition to the events without a seal: the seals, and the systems that wrote events. */
const others = 20;
/** By the scan and by the count over it. */
const looks = 2;

let database: TestDatabase;
let unsealed: number;

/** Events of the transactions 1 to 2,000, all sealed, and a few of another one. */
beforeAll(async () => {
  database = await createTestDatabase();
  // Migrations wrote some.
  unsealed = added + (await readSealLag(database.db)).unsealed;
  const event = (xid: string) => `
    insert into audit.events (id, xid, system_id, at, kind, action, object_type, object_id, outcome, header, payload, payload_hash)
    select nextval('audit.event_ids'), (${xid})::text::xid8, 'this system', app_now() - interval '1 minute', 'insert', 'departments.insert',
      'departments', n::text, 'done', '{}', '{}', sha256(n::text::bytea) from generate_series(1, $1::int) n`;
  await fillInBulk(database, [
    event('1 + n / 10').replace('$1', String(sealed)),
    event('3000').replace('$1', String(added)),
    `insert into audit.seals (number, sealed_at, system_id, from_xid, to_xid, event_count, event_ids, leaves, root, previous_head, head, body, key_id,
       signature, kind)
     select 1, app_now(), 'this system', '1', '3000', 0, '{}', '', sha256('1'), null, sha256('2'), '{}', 'key', 'signature', 'regular'`,
  ]);
});
afterAll(() => database.drop());

test('[AUD-02] [PERF-03] the lag of sealing reads the events without a seal, not the whole trail', async () => {
  const { rows } = await effortOf(database, async (db) => {
    const { unsealed: counted, seconds } = await readSealLag(db);
    expect(counted).toBe(unsealed);
    expect(seconds).toBeGreaterThanOrEqual(60);
  });
  expect(rows).toBeLessThan(looks * unsealed + others);
});
