import type { Bench } from '../bench.ts';
import { cvContents } from '../hr-world.ts';
import { asking, callLimit, measureQuestions } from '../measure-questions.ts';
import { makeOwnWorlds } from '../own-world.ts';
import { everyCv, narrowedCvs } from '../questions/people.ts';

const people = 100_000;

/** The CV repository at 100,000 people, a state and a search, against its SQL (HR-02, PERF-01). */
export const cvs: Bench = {
  name: 'cvs',
  title: 'CV list of 100,000 people, first page',
  limit: callLimit,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const { worlds, close } = await makeOwnWorlds([cvContents(people)], say);
    try {
      const [world] = worlds;
      if (!world) throw new Error('there are no CVs');
      return await measureQuestions(world, [asking(everyCv), ...narrowedCvs.map(asking)], { rounds, say });
    } finally {
      await close();
    }
  },
};
