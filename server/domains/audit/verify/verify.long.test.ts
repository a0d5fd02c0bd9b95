import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createTrailWorld, inCommand, type TrailWorld } from '#tests/harness/trail-world.ts';

describe('[AUD-02] verify', () => {
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

  test('[AUD-02] says clean for a database that nobody touched, also after more commands', async () => {
    await inCommand(database.db, async (tx) => {
      await sql`update users set job_title = 'Project Manager', password_hash = 'another' where id = ${world.people[0]}`.execute(
        tx,
      );
      await sql`update training_assignments set status = 'voided', voided_at = app_now(), voided_reason = 'no' where id = ${world.assignments[2]}`.execute(
        tx,
      );
      await sql`insert into settings (key, value) values ('a', '{"b": [1, 2.5, null, "ü\\n"]}')`.execute(tx);
    });
    await inCommand(database.db, async (tx) => {
      await sql`update settings set value = '[]' where key = 'a'`.execute(tx);
      await sql`delete from settings where key = 'a'`.execute(tx);
    });
    const unsealed = await world.verify();
    expect(unsealed.findings).toEqual([]);
    expect(unsealed.notices.map((notice) => notice.kind)).toEqual(['unsealed']);
    await world.seal();
    const report = await world.verify();
    expect(report).toMatchObject({ clean: true, findings: [], notices: [] });
    expect(report.checked.events).toBeGreaterThan(40);
    expect(report.checked.records).toBeGreaterThan(30);
  });
});
