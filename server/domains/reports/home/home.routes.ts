import { sql } from 'kysely';
import { homeContract as contract } from '#shared/contract/home.ts';
import { ownView, writtenUserSql, type WrittenUser } from '#server/domains/accounts/index.ts';
import { homeTrainings } from '#server/domains/assignments/index.ts';
import { openDocuments, waitingSql, type Waiting } from '#server/domains/hr/index.ts';
import { bind } from '#server/platform/http/bind.ts';

/** What other areas know of the person, read in the statement of the trainings. */
interface Beside {
  readonly person: WrittenUser | null;
  readonly waiting: Waiting | null;
}

/** The handler of the learner's home: what several areas know of one person, in one statement (PERF-03). */
export const homeRoutes = [
  bind(contract.own, async ({ services, db, actor }) => {
    const asked = sql<Beside>`json_build_object('person', ${writtenUserSql(actor.session.sid)}, 'waiting', ${waitingSql(actor.id)})`;
    const { beside, ...trainings } = await homeTrainings(services, db, actor, asked);
    return {
      user: ownView(services.config, actor, beside.person),
      ...trainings,
      documents: openDocuments(beside.waiting),
    };
  }),
];
