import { sql } from 'kysely';
import type { GivenAnswer, Question } from '#shared/domain/quizzes/question.ts';
import { startAssignment } from '#server/domains/assignments/index.ts';
import { startAttempt, submitAttempt, saveQuiz } from '#server/domains/modules/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Services } from '#server/platform/services.ts';
import { demoQuizzes } from './quizzes.ts';

interface Taker {
  readonly id: number;
  readonly userId: string;
}

/**
 * Creates the quizzes of the demo, and people in the middle of the one that is completed by passing it: not started, failed
 * once, passed and not yet signed. Each by the command that the screens use.
 */
export async function seedQuizzes(services: Services): Promise<void> {
  const admin = await services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@demo.example')
    .executeTakeFirstOrThrow();
  const takers = await runCommand(services, { action: 'demo.quizzes', actorId: admin.id }, async (tx) => {
    for (const { reference, ...quiz } of demoQuizzes) {
      const { id } = await tx.db
        .selectFrom('trainingModules')
        .select('id')
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow();
      await saveQuiz(tx, id, {
        ...quiz,
        questions: structuredClone(quiz.questions) as Parameters<typeof saveQuiz>[2]['questions'],
        shuffleQuestions: true,
        shuffleOptions: true,
        feedback: 'full',
      });
    }
    const { rows } = await sql<Taker>`
      insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_by_user_id,
        assigned_date, due_date, assignment_type)
      select u.id, m.id, m.current_version_id, 'TrainTrail demo', ${admin.id}, app_now() - interval '4 days',
        (app_now() at time zone o.time_zone)::date + 17, 'manual'
      from users u
      join organizations o on o.id = u.organization_id
      join departments d on d.id = u.department_id
      join training_modules m on m.reference = 'CP-010'
      where d.name = 'Clinical Research' and u.is_active and u.last_sign_in_at is not null
        and split_part(u.email, '@', 1) not in ('admin', 'manager', 'hr', 'inspector', 'new')
      order by u.email = 'learner@demo.example' desc, u.email limit 12
      returning id, user_id`.execute(tx.db);
    return rows;
  });
  for (const [place, taker] of takers.entries())
    if (place % 3 !== 0) await take(services, taker, place % 3 === 1);
}

/** One person starts the training and submits an attempt. */
async function take(services: Services, { id, userId }: Taker, knows: boolean): Promise<void> {
  await runCommand(services, { action: 'demo.quiz_taken', actorId: userId }, async (tx) => {
    await startAssignment(tx, id, userId);
    await startAttempt(tx, id, userId);
    const { rows } = await sql<{ number: number; paper: readonly Question[] }>`
      select number, paper from quiz_attempts where assignment_id = ${id} and handed_in_at is null`.execute(
      tx.db,
    );
    const [attempt] = rows;
    if (!attempt) return;
    const answers = attempt.paper.map((question, index) => ({
      questionId: question.id,
      answer: knows || index % 2 === 0 ? rightAnswer(question) : null,
    }));
    await submitAttempt(tx, { assignmentId: id, userId, number: attempt.number }, answers);
  });
}

function rightAnswer({
  key,
}: Question): Exclude<GivenAnswer, { optionIds: readonly string[] }> | { optionIds: string[] } {
  switch (key.kind) {
    case 'single':
      return { optionId: key.optionId };
    case 'multiple':
      return { optionIds: [...key.optionIds] };
    case 'true_false':
      return { value: key.value };
    case 'numeric':
      return { text: String(key.value) };
    case 'short_text':
      return { text: key.accepted[0] ?? '' };
  }
}
