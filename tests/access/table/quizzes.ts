import { sql } from 'kysely';
import { fiveQuestions } from '#tests/harness/quiz-world.ts';
import { asFixture } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//                anon learner manager admin hr  inspector inactive must-change
const adminOnly = '401 403     403     200   403 403       401      403';

/** What only the person does: nobody attempts a quiz for another. */
const onlyOneself = {
  //        anon learner manager admin hr  inspector inactive must-change
  own: '    401  200     200     200   200 200       401      403',
  report: ' 401  404     404     404   404 404       401      403',
  foreign: '401  404     404     404   404 404       401      403',
};

const questions = JSON.stringify(fiveQuestions);

/** A module of the target's own with a quiz, begun by the person, with one attempt handed in and one open. */
async function withAttempts(
  { person }: Pick<Target, 'person'>,
  { server }: AccessWorld,
): Promise<{ readonly moduleId: string; readonly id: string }> {
  return asFixture(server.services, async (tx) => {
    const { rows } = await sql<{ moduleId: number; versionId: number; assignmentId: number }>`
      with module as (
        insert into training_modules (title, description, content_type) values ('Of the table', 'About access', 'quiz') returning id
      ), version as (
        insert into module_versions (module_id, number, status, content_hash, published_at, effective_from)
        select id, 1, 'published', repeat('ab', 32), app_now(), app_now() from module returning id, module_id
      ), quiz as (
        insert into quizzes (module_id, questions, shuffle_questions, shuffle_options, cool_down_minutes, feedback)
        select id, ${questions}::jsonb, false, true, 0, 'full' from module
      )
      insert into training_assignments (user_id, module_id, module_version_id, status, started_at, due_date)
      select ${person.id}, module_id, id, 'in_progress', app_now(), '2999-12-31' from version
      returning module_id, module_version_id as version_id, id as assignment_id
    `.execute(tx.db);
    const [made] = rows;
    if (!made) throw new Error('no quiz was made');
    await sql`
      insert into quiz_attempts (assignment_id, user_id, module_version_id, number, paper, answers, grade, score, passed,
        handed_in_at)
      values (${made.assignmentId}, ${person.id}, ${made.versionId}, 1, ${questions}::jsonb, '[]',
          '{"answers": [], "points": 0, "possible": 10, "score": 0}', 0, false, app_now()),
        (${made.assignmentId}, ${person.id}, ${made.versionId}, 2, ${questions}::jsonb, null, null, null, null, null)
    `.execute(tx.db);
    return { moduleId: String(made.moduleId), id: String(made.assignmentId) };
  });
}

const manage = (send: NonNullable<AccessRow['send']>): AccessRow => ({
  send,
  expect: { own: adminOnly, report: adminOnly, foreign: adminOnly },
});

const oneself = (number?: string, body?: unknown): AccessRow => ({
  send: async (target, world) => {
    const { id } = await withAttempts(target, world);
    const params: Record<string, string> = number === undefined ? { id } : { id, number };
    return { params, ...(body === undefined ? {} : { body }) };
  },
  expect: onlyOneself,
});

/** Quizzes of modules, and the attempts at them. */
export const quizzesRows: AccessRows = {
  'quizzes.get': manage(async (target, world) => ({
    params: { id: (await withAttempts(target, world)).moduleId },
  })),
  'quizzes.save': manage(async (target, world) => ({
    params: { id: (await withAttempts(target, world)).moduleId },
    body: { questions: fiveQuestions },
  })),
  'quizzes.remove': manage(async (target, world) => ({
    params: { id: (await withAttempts(target, world)).moduleId },
  })),
  'quizzes.state': oneself(),
  'quizzes.begin': oneself(),
  'quizzes.saveDraft': oneself('2', { answers: [] }),
  'quizzes.handIn': oneself('2', { answers: [] }),
  'quizzes.attempt': oneself('1'),
};
