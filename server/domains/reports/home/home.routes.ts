import { homeContract as contract } from '#shared/contract/home.ts';
import { currentUserView } from '#server/domains/accounts/index.ts';
import { homeTrainings } from '#server/domains/assignments/index.ts';
import { openDocuments, waitingSql } from '#server/domains/hr/index.ts';
import { bind } from '#server/platform/http/bind.ts';

/** The handler of the learner's home: what several areas know of one person, asked at the same time (PERF-03). */
export const homeRoutes = [
  bind(contract.own, async ({ services, db, actor }) => {
    const [user, { beside, ...trainings }] = await Promise.all([
      currentUserView(services, actor),
      homeTrainings(services, db, actor, waitingSql(actor.id)),
    ]);
    return { user, ...trainings, documents: openDocuments(beside) };
  }),
];
