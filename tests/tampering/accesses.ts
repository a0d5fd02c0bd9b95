import type pg from 'pg';
import { recordAccesses } from '#server/platform/command/record-access.ts';
import { tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import type { Attack } from './attack.ts';

/** The first person opens the training file of the second, as the product records it. */
async function openFile({ keys, people, organizationId }: TrailWorld, { db }: TestDatabase): Promise<void> {
  const [actorId, subjectId = null] = people;
  const facts = {
    actorId,
    subjectId,
    ip: '192.0.2.7',
    role: 'learner',
    part: { to: 2, from: 1 },
    cause: null,
  };
  const objects = [
    { id: subjectId, facts },
    { id: subjectId, facts: { ...facts, organizationId } },
  ];
  await recordAccesses(
    db,
    { keys, at: new Date() },
    { action: 'training_file.read', objectType: 'users' },
    objects,
  );
}

async function newestAccess(admin: pg.Pool): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `select max(id) as id from audit.events where kind = 'access'`,
  );
  return String(rows[0]?.id);
}

/** Records an access with facts of an SQL expression, past the application. */
async function invent(admin: pg.Pool, objectId: string | undefined, facts: string): Promise<void> {
  await admin.query(`select audit.record_access('training_file.read', 'users', '${objectId}', ${facts})`);
}

/** The facts of the newest access, in the form in which they were given. */
const factsOfNewest = `(select payload::jsonb -> 'facts' || header::jsonb -> 'facts'
  || jsonb_build_object('actorId', actor_id, 'subjectId', subject_id)
  from audit.events where kind = 'access' order by id desc limit 1)`;

/** Reads that the application did not record, or not so. */
export const accessesAttacks: readonly Attack[] = [
  {
    title: 'somebody is made to have read a training file',
    act: async (world, database) => {
      await openFile(world, database);
      const [, second, third] = world.people;
      await invent(
        database.admin,
        second,
        `jsonb_build_object('actorId', '${third}', 'subjectId', '${second}')`,
      );
      await world.seal();
      return [`command_unproven event ${await newestAccess(database.admin)}`];
    },
  },
  {
    title: 'the proof of what one person read is put beside what another is said to have read',
    act: async (world, database) => {
      await openFile(world, database);
      const [, second, third] = world.people;
      await invent(database.admin, second, `${factsOfNewest} || jsonb_build_object('actorId', '${third}')`);
      await world.seal();
      return [`command_unproven event ${await newestAccess(database.admin)}`];
    },
  },
  {
    title: 'what a person read one day is said to have been read on the next as well',
    act: async (world, database) => {
      await openFile(world, database);
      await database.moveClock({ days: 1 });
      await invent(database.admin, world.people[1], factsOfNewest);
      await world.seal();
      await database.moveClock({});
      return [`command_unproven event ${await newestAccess(database.admin)}`];
    },
  },
  {
    title: 'it is taken out of the trail that a person read a training file',
    act: async (world, database) => {
      await openFile(world, database);
      const id = await newestAccess(database.admin);
      await world.seal();
      await tamper(database.admin, `delete from audit.events where id = ${id}`);
      return [`event_missing event ${id}`];
    },
  },
];
