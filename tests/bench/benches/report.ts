import type { Bench } from '../bench.ts';
import { asking, callLimit, measureQuestions } from '../measure-questions.ts';
import { reportPage, reportPerson } from '../questions/report.ts';
import { typedPool } from '../typed-pool.ts';

/** The first page of the completion report of everybody, and the trainings of one of them, against their SQL (RPT-01, PERF-01). */
export const report: Bench = {
  name: 'report',
  title: 'Completion report of 5,000 people, first page of 100 with the figures of each',
  limit: callLimit,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    const { product, database, adminCookie, assignTo } = await world();
    const pool = typedPool(database.url);
    try {
      const asked = { productUrl: product.url, cookie: adminCookie, pool };
      const questions = [asking(reportPage(100)), asking(reportPerson(assignTo[0] ?? ''))] as const;
      return await measureQuestions(asked, questions, { rounds, say });
    } finally {
      await pool.end();
    }
  },
};
