import { homeContract as contract } from '#shared/contract/home.ts';
import { ownView } from '#server/domains/accounts/index.ts';
import { homeTrainings } from '#server/domains/assignments/index.ts';
import { openDocuments } from '#server/domains/hr/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { homeFactsSql } from './home.queries.ts';

/** The handler of the learner's home: the facts of several domains about one person, in one statement (PERF-03). */
export const homeRoutes = [
  bind(contract.own, async ({ services, db, actor }) => {
    const { extra, ...trainings } = await homeTrainings(services, db, actor, homeFactsSql(actor));
    return {
      user: ownView(services.config, actor, extra.person),
      ...trainings,
      documents: openDocuments(extra.waiting),
      away: extra.away,
    };
  }),
];
