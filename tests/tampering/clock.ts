import type { Attack } from './attack.ts';

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
];
