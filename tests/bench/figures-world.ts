import { setTimeout } from 'node:timers/promises';
import { createTextModules } from '#tests/harness/training-world.ts';
import { createUser } from '#tests/harness/world.ts';
import { insertAssignments, insertLearnersOwn, modulesInAll, trainingsEach } from './learner-world.ts';
import type { Contents, OwnWorld } from './own-world.ts';
import { peopleContents } from './people-world.ts';

/** People whose trainings are inserted by one statement. */
const atOnce = 5000;

/** Where everybody has stood for a year: the trend is worked out from it. */
export const insertPeriods = `
  insert into user_periods (user_id, organization_id, department_id, role, is_active, valid_from)
  select id, organization_id, department_id, role, is_active, app_now() - interval '365 days' from users where id like 'u_bench_%'`;

/** Counts all people, and marks them so that the product folds the figures of each. */
export const recountAll =
  'select recount_people(); insert into figure_changes (user_id) select id from users order by id';

/**
 * So many people with fifty trainings each, half of them completed, with signed records that hold against the product's checks,
 * and a person with an account who has as many.
 */
export const figuresContents = (people: number): Contents => ({
  what: `${people.toLocaleString('en')} people with ${(people * trainingsEach).toLocaleString('en')} trainings`,
  learner: async (services, [organizationId = null]) => {
    await createTextModules(services, modulesInAll);
    return createUser(services, { organizationId });
  },
  insert: async (client, organizationIds, learnerId, say) => {
    await peopleContents(people).insert(client, organizationIds, learnerId, say);
    const { rows } = await client.query<{ id: number }>('select id from training_modules order by id');
    const modules = rows.map(({ id }) => id);
    for (let from = 1; from <= people; from += atOnce)
      await client.query(insertAssignments, [modules, from, Math.min(people, from + atOnce - 1)]);
    await client.query(insertLearnersOwn, [learnerId]);
    await client.query(insertPeriods);
  },
  signed: true,
  afterwards: recountAll,
});

/** The same world as the person with fifty trainings sees it. */
export const learnerContents = (people: number): Contents => ({
  ...figuresContents(people),
  asks: 'learner',
});

/** Each training was begun, completed where it is, and given another due date ten days ago: what stood before each (RPT-04). */
const insertHistory = `
  insert into assignment_history (assignment_id, replaced_at, module_version_id, assigned_date, due_date, status, score,
    started_at, completed_at)
  select a.id, t.at, a.module_version_id, a.assigned_date, a.due_date - 5, t.status, null, t.started_at, t.completed_at
  from training_assignments a
  cross join lateral (values (a.started_at, 'not_started', null, null), (a.completed_at, 'in_progress', a.started_at, null),
    (app_now() - interval '10 days', a.status, a.started_at, a.completed_at)) t (at, status, started_at, completed_at)
  where t.at < app_now() - interval '9 days' and a.user_id = any($1)`;

/** The same people, whose trainings have a past: as of a day they stood otherwise. */
export const pastContents = (people: number): Contents => {
  const contents = figuresContents(people);
  return {
    ...contents,
    what: `${contents.what} and a past`,
    insert: async (client, organizationIds, learnerId, say) => {
      await contents.insert(client, organizationIds, learnerId, say);
      await client.query(
        'update training_assignments set created_at = assigned_date, updated_at = app_now()',
      );
      const { rows } = await client.query<{ ids: string[] }>(
        `select array_agg(id) as ids from (select id, row_number() over (order by id) / ${String(atOnce)} as part from users) u
         group by part order by part`,
      );
      for (const { ids } of rows) await client.query(insertHistory, [ids]);
    },
  };
};

/** Waits until the product's own job has folded everybody who is marked; answers whether anybody was. */
export async function whenMarksAreFolded(admin: Pick<OwnWorld['admin'], 'query'>): Promise<boolean> {
  for (let waited = false; ; waited = true) {
    const { rows } = await admin.query<{ marks: boolean }>(
      'select exists (select from figure_changes) as marks',
    );
    if (rows[0]?.marks === false) return waited;
    await setTimeout(1000);
  }
}

/** Waits until the product's own jobs have folded everybody and worked out the days of a year; answers the seconds. */
export async function whenFolded({ admin, organizationIds }: OwnWorld): Promise<number> {
  const begun = performance.now();
  let waited = false;
  for (;;) {
    waited = (await whenMarksAreFolded(admin)) || waited;
    const { rows } = await admin.query<{ days: number }>('select count(*)::int as days from figure_days');
    if ((rows[0]?.days ?? 0) >= 365 * organizationIds.length) break;
    waited = true;
    await setTimeout(1000);
  }
  // A world that was held is as it was left.
  if (waited) await admin.query('vacuum analyze');
  return (performance.now() - begun) / 1000;
}
