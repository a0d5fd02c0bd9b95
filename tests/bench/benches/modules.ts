import type { Bench } from '../bench.ts';
import { asking, callLimit, measureQuestions } from '../measure-questions.ts';
import { moduleContents } from '../modules-world.ts';
import { makeOwnWorlds } from '../own-world.ts';
import { library, narrowedLibrary } from '../questions/modules.ts';

const modulesInAll = 5000;

/** The library at 5,000 modules as its page asks for it, a search and a filter, against their SQL (MOD-01, PERF-01). */
export const modules: Bench = {
  name: 'modules',
  title: 'Library of 5,000 modules, first page',
  limit: callLimit,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const { worlds, close } = await makeOwnWorlds([moduleContents(modulesInAll)], say);
    const [world] = worlds;
    if (!world) throw new Error('there are no modules');
    try {
      return await measureQuestions(world, [asking(library), ...narrowedLibrary.map(asking)], {
        rounds,
        say,
      });
    } finally {
      await close();
    }
  },
};
