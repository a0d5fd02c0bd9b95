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
];
