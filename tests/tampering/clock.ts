import { sql } from 'kysely';
import { inCommand, type TrailWorld } from '#tests/harness/trail-world.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import type { Attack } from './attack.ts';

/** Writes and seals while the clock is away from the real time; answers the event and the seal that say so. */
async function writeAt(
  world: TrailWorld,
  database: TestDatabase,
  minutes: number,
): Promise<{ readonly event: number; readonly seal: number }> {
  await database.moveClock({ minutes });
  await inCommand(database.db, (tx) =>
    sql`update users set job_title = ${`At ${String(minutes)}`} where id = ${world.people[0]}`.execute(tx),
  );
  await world.seal();
  await database.moveClock({});
  const { rows } = await database.admin.query<{ event: string; seal: string }>(
    `select (select max(command_id) from audit.events where action = 'test.write') as event, (select max(number) from audit.seals) as seal`,
  );
  return { event: Number(rows[0]?.event), seal: Number(rows[0]?.seal) };
}

/** The clock of the database. */
export const clockAttacks: readonly Attack[] = [
  {
    title: 'the clock is moved',
    act: async (_world, database) => {
      await database.moveClock({ days: -3 });
      return ['clock_moved app_now()'];
    },
  },
  {
    title: "PostgreSQL's own function of the time is replaced",
    act: async (_world, { admin }) => {
      await admin.query(
        `create or replace function pg_catalog.now() returns timestamptz language sql stable
           as $$ select pg_catalog.clock_timestamp() - interval '3 days' $$`,
      );
      return ['guard_changed function pg_catalog.now()'];
    },
  },
  {
    title: 'the clock is set back while something is written, and put right again',
    act: async (world, database) => {
      const { event, seal } = await writeAt(world, database, -3 * 24 * 60);
      return [`clock_moved event ${event}`, `clock_moved seal ${seal}`];
    },
  },
  {
    title: 'the clock is set ahead while something is written, and put right again',
    act: async (world, database) => {
      await writeAt(world, database, 60);
      const { event, seal } = await writeAt(world, database, 0);
      return [`clock_moved event ${event}`, `clock_moved seal ${seal}`];
    },
  },
];
