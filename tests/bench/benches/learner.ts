import type { Bench } from '../bench.ts';
import { learnerContents } from '../figures-world.ts';
import { trainingsEach } from '../learner-world.ts';
import { asking, callLimit, measureQuestions } from '../measure-questions.ts';
import { makeOwnWorlds } from '../own-world.ts';
import { ownTrainings } from '../questions/learner.ts';

const title = 'My Training of one person with 50 trainings, 25 of them signed: list and figures';

/** The dashboard of one learner among many, against its own SQL (LRN-01, PERF-01). */
export const learner: Bench = {
  name: 'learner',
  title,
  limit: callLimit,
  direction: 'at most',
  unit: '×',
  contents: (people) => [learnerContents(people)],
  measure: async ({ rounds, say, people }) => {
    const { worlds, close } = await makeOwnWorlds([learnerContents(people)], say);
    const [world] = worlds;
    if (!world) throw new Error('there are no trainings');
    try {
      const measured = await measureQuestions(world, [asking(ownTrainings(world.personId))], { rounds, say });
      const assignments = (people * trainingsEach).toLocaleString('en');
      return { ...measured, title: `${title}, ${assignments} assignments` };
    } finally {
      await close();
    }
  },
};
