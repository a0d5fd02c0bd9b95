import { sql } from 'kysely';
import { inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { eventOf, type Attack } from './attack.ts';
import { signCertificates } from '#server/domains/certificates/index.ts';
import { certify, forgeRecord } from './forge-record.ts';

/** Erases the first person of the world as the product does, with a completion that was recorded afterwards; answers both. */
async function erase(
  world: TrailWorld,
  database: TestDatabase,
): Promise<{ readonly person: string; readonly record: number }> {
  const [person = '', recordedBy = ''] = world.people;
  const facts = { kind: 'backdated', recordedBy, reason: 'On paper, in March' } as const;
  const record = await forgeRecord(world, database.db, facts);
  await certify(database.db, record, (tx) => signCertificates(tx, world.keys, [record]));
  await inCommand(database.db, async (tx) => {
    await sql`
      update users set email = 'erased-' || id || '@erased.invalid', first_name = 'Erased', last_name = 'person', is_active = false,
        erased_at = app_now() where id = ${person}`.execute(tx);
    await sql`select audit.redact_person(${person}, 'asked for it')`.execute(tx);
  });
  await world.seal();
  if (!(await world.verify()).clean) throw new Error('an honest erasure was not believed');
  return { person, record };
}

/** People who were erased: what the trail no longer says of them. */
export const erasedAttacks: readonly Attack[] = [
  {
    title: 'an erased person gets another name',
    act: async (world, database) => {
      const { person } = await erase(world, database);
      await tamper(database.admin, `update users set first_name = 'Frank' where id = '${person}'`);
      return [`record_changed users ${person}`];
    },
  },
  {
    title:
      'the reason of an erased person’s completion is changed, and the salt taken by which it would be proven',
    act: async (world, database) => {
      const { record } = await erase(world, database);
      const id = await eventOf(database, 'training_records', record);
      await tamper(
        database.admin,
        `update training_records set reason = 'as agreed' where id = ${record}`,
        `update audit.events set salt = null where id = ${id}`,
      );
      return [`event_payload_changed event ${id}`];
    },
  },
  {
    title: 'the reason of an erased person’s completion is changed',
    act: async (world, database) => {
      const { record } = await erase(world, database);
      await tamper(database.admin, `update training_records set reason = 'as agreed' where id = ${record}`);
      return [`record_changed training_records ${record}`];
    },
  },
];
