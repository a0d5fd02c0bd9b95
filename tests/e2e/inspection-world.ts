/** What the questions of inspectors are about: a module with two versions, who completed which and when, and a due date that was moved. */
import pg from 'pg';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { load } from '#tests/harness/module-world.ts';
import { putStatus, readText, sign } from '#tests/harness/training-world.ts';
import type { ServerFacts } from './facts.ts';
import {
  acceptAgreement,
  completeTraining,
  textModule,
  today,
  type LearnerWorld,
  type Person,
} from './learner-world.ts';

/** The people of {@link tellVersions} by what they did. */
export interface VersionStory {
  readonly moduleId: number;
  readonly title: string;
  /** Completed version 1 while it was effective, and has another training whose due date was moved. */
  readonly early: Person;
  /** Completed version 1 when version 2 was effective already. */
  readonly late: Person;
  readonly reason: string;
}

/** The day of a planned version comes, as the job of the server would do it. */
async function letCome(facts: ServerFacts, moduleId: number, versionId: number): Promise<void> {
  const database = new pg.Client({ connectionString: facts.adminUrl });
  await database.connect();
  try {
    await database.query('set session_replication_role = replica');
    await database.query('update module_versions set effective_from = app_now() where id = $1', [versionId]);
    await database.query('update training_modules set current_version_id = $2 where id = $1', [
      moduleId,
      versionId,
    ]);
  } finally {
    await database.end();
  }
}

/** Tells the story of two versions in the world of a server of its own. */
export async function tellVersions(facts: ServerFacts, world: LearnerWorld): Promise<VersionStory> {
  const { admin } = world;
  const title = `Cold Chain of Samples ${Date.now().toString(36)}`;
  const module = await textModule(admin, title, 'Keep samples at two to eight degrees.');
  const other = await textModule(admin, `${title}: annex`, 'The annex.');
  const early = await world.learner({ firstName: 'Erika', lastName: `Early ${title.slice(-8)}` });
  const late = await world.learner({ firstName: 'Lars', lastName: `Late ${title.slice(-8)}` });
  await completeTraining(world, early, (await world.give(early, module, 9)).id);
  const begun = await world.give(late, module, 9);
  const client = await acceptAgreement(await world.clientOf(late));
  await putStatus(client, begun.id, { status: 'in_progress' });
  await readText(client, begun.id);
  const content = { contentData: 'Keep samples at two to six degrees.', publish: 'draft' };
  const { versions } = (await load(admin, module.id, [], content)).body;
  const draft = versions.find(({ state }) => state === 'draft');
  if (!draft) throw new Error('the second version is no draft');
  const published = await admin.post(
    `/api/training-modules/${String(module.id)}/versions/${String(draft.id)}/publish`,
    { changeNote: 'Two degrees less', effectiveFrom: addDays(today(), 3) },
  );
  if (published.status >= 300) throw new Error(JSON.stringify(published.body));
  await letCome(facts, module.id, draft.id);
  const done = await sign(client, begun.id, late);
  if (done.status >= 300) throw new Error(JSON.stringify(done.body));
  const reason = 'Parental leave until summer';
  const moved = await admin.post('/api/training-assignments/due-dates', {
    assignmentIds: [(await world.give(early, other, 5)).id],
    dueDate: addDays(today(), 90),
    reason,
  });
  if (moved.status >= 300) throw new Error(JSON.stringify(moved.body));
  return { moduleId: module.id, title, early, late, reason };
}

/** Reviews the access of the company: the administrator keeps every account and signs (AUTH-17). */
export async function reviewAccess(
  { admin, organizationId }: LearnerWorld,
  administrator: { readonly email: string; readonly password: string },
): Promise<void> {
  const opened = await admin.post<{ id: number }>('/api/access-reviews', { organizationId });
  const path = `/api/access-reviews/${String(opened.body.id)}`;
  const { rows } = (
    await admin.get<{ rows: { userId: string; email: string; seen: string }[] }>(`${path}/accounts?limit=100`)
  ).body;
  const accounts = rows
    .filter(({ email }) => email !== administrator.email)
    .map(({ userId, seen }) => ({ userId, seen }));
  const kept = await admin.put(`${path}/answers`, { accounts, answer: 'keep' });
  if (kept.status >= 300) throw new Error(JSON.stringify(kept.body));
  const { seen } = (await admin.get<{ seen: string | null }>(path)).body;
  const signature = { password: administrator.password, meaning: statementFor('access_reviewed').text };
  const signed = await admin.post(`${path}/sign`, { seen, signature });
  if (signed.status >= 300) throw new Error(JSON.stringify(signed.body));
}
