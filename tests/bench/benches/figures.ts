import type { Bench } from '../bench.ts';
import { figuresContents, whenFolded } from '../figures-world.ts';
import { trainingsEach } from '../learner-world.ts';
import { asking, callLimit, measureQuestions } from '../measure-questions.ts';
import { makeOwnWorlds } from '../own-world.ts';
import { compliance, dashboard, reminders } from '../questions/figures.ts';
import { reportPage, reportPerson } from '../questions/report.ts';

const title = 'Compliance dashboard';
const contents = (people: number) => [figuresContents(people)];

/** Dashboards, report and reminder dialog at many assignments with signed records, against their SQL (CMP-03, PERF-01, PERF-03). */
export const figures: Bench = {
  name: 'figures',
  title,
  limit: callLimit,
  direction: 'at most',
  unit: '×',
  sizes: [10_000, 100_000],
  contents,
  measure: async ({ rounds, say, people }) => {
    const { worlds, close } = await makeOwnWorlds(contents(people), say);
    const [world] = worlds;
    if (!world) throw new Error('there are no trainings');
    try {
      say(`  folded, and a year of days worked out, after ${(await whenFolded(world)).toFixed(0)} s`);
      const questions = [
        asking(compliance),
        asking(dashboard),
        asking(reportPage(50)),
        asking(reportPerson('u_bench_000001')),
        asking(reminders),
      ] as const;
      const measured = await measureQuestions(world, questions, { rounds, say });
      const assignments = (people * trainingsEach).toLocaleString('en');
      return { ...measured, title: `${title}, ${assignments} assignments` };
    } finally {
      await close();
    }
  },
};
