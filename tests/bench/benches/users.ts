import { pathTimes } from '../against-sql.ts';
import type { Bench } from '../bench.ts';
import { asking, callLimit, measureQuestions } from '../measure-questions.ts';
import { makeOwnWorlds } from '../own-world.ts';
import { peopleContents } from '../people-world.ts';
import { everybody, narrowedUsers, usersPath } from '../questions/people.ts';

const [few, many] = [1000, 100_000];

/** The list of people at 100,000, its search and filters, against their SQL, and against the same list of 1,000 (USR-07, PERF-01). */
export const users: Bench = {
  name: 'users',
  title: 'Users & Roles at 100,000 people, first page',
  limit: callLimit,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const { worlds, close } = await makeOwnWorlds([few, many].map(peopleContents), say);
    const [small, large] = worlds;
    if (!small || !large) throw new Error('there are no people');
    try {
      const narrowed = narrowedUsers(large.organizationIds[2] ?? 0).map(asking);
      const measured = await measureQuestions(large, [asking(everybody), ...narrowed], { rounds, say });
      say(`  page of ${many.toLocaleString('en')} : page of ${few.toLocaleString('en')}`);
      const value = await pathTimes(usersPath, large, small, { rounds, say });
      const grown = { what: 'the page at 100,000 people against 1,000', value, limit: 1.5, unit: '×' };
      return { ...measured, also: [...measured.also, grown] };
    } finally {
      await close();
    }
  },
};
