import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { instant, line, multiline } from '#shared/contract/common.ts';
import { attemptLimits } from '#shared/domain/quizzes/attempts.ts';
import { questionKinds, questionLimits as limits } from '#shared/domain/quizzes/question.ts';
import { feedbackKinds } from '#shared/domain/quizzes/quiz.ts';

/** Id of a question or a choice; the server replaces ids that it has not issued itself. */
const partId = z.string().regex(/^[\w-]{1,40}$/, because('not_part_id'));
const option = z.strictObject({ id: partId, text: multiline(limits.option) }).meta({ id: 'QuizOption' });
const numeric = z.number(because('not_a_number'));

const answerKey = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('single'), optionId: partId }),
    z.strictObject({ kind: z.literal('multiple'), optionIds: z.array(partId).max(limits.options) }),
    z.strictObject({ kind: z.literal('true_false'), value: z.boolean() }),
    z.strictObject({ kind: z.literal('numeric'), value: numeric, tolerance: numeric }),
    z.strictObject({
      kind: z.literal('short_text'),
      accepted: z
        .array(line(limits.answer))
        .max(limits.accepted, because('too_many_accepted', { maximum: 20 })),
      caseSensitive: z.boolean(),
    }),
  ])
  .meta({ id: 'AnswerKey' });

const askedFields = {
  id: partId,
  kind: z.enum(questionKinds),
  text: multiline(limits.text),
  points: z
    .int(because('not_whole'))
    .min(1, because('too_small', { minimum: 1 }))
    .max(limits.points, because('too_big', { maximum: limits.points })),
  /** For single and multiple choice; otherwise empty. */
  options: z.array(option).max(limits.options, because('too_many_choices', { maximum: 12 })),
};

/** A question as its author writes it, with the correct answer (VIEW-06). */
const question = z
  .strictObject({
    ...askedFields,
    key: answerKey,
    explanation: multiline(limits.text).nullable(),
  })
  .meta({ id: 'QuizQuestion' });

/** Body of PUT /api/training-modules/{id}/quiz: the whole quiz, one document per module (VIEW-06). */
export const quizBody = z
  .strictObject({
    questions: z
      .array(question)
      .min(1, because('questions_needed'))
      .max(limits.questions, because('too_many_questions', { maximum: 200 })),
    shuffleQuestions: z.boolean().default(false),
    shuffleOptions: z.boolean().default(true),
    /** Per assignment of one version; null: no limit. */
    maxAttempts: z
      .int(because('not_whole'))
      .min(1, because('too_small', { minimum: 1 }))
      .max(attemptLimits.maxAttempts, because('too_big', { maximum: attemptLimits.maxAttempts }))
      .nullable()
      .default(null),
    /** Between submitting one and starting the next. */
    coolDownMinutes: z
      .int(because('not_whole_minutes'))
      .min(0, because('too_small', { minimum: 0 }))
      .max(attemptLimits.coolDownMinutes, because('too_big', { maximum: attemptLimits.coolDownMinutes }))
      .default(0),
    feedback: z.enum(feedbackKinds).default('full'),
  })
  .meta({ id: 'QuizBody' });

/** A quiz as its author sees it; of a module without one it has no questions and the revision 0. */
export const quizAnswer = z
  .object({
    moduleId: z.number(),
    /** The passing score of the module; percent. */
    passingScore: z.number().nullable(),
    completionPolicy: z.string(),
    questions: z.array(z.object(question.shape).meta({ id: 'QuizQuestion' })),
    shuffleQuestions: z.boolean(),
    shuffleOptions: z.boolean(),
    maxAttempts: z.number().nullable(),
    coolDownMinutes: z.number(),
    feedback: z.enum(feedbackKinds),
    /** Submitted attempts, with any questions. */
    attempts: z.number(),
    /** For `If-Match`. */
    revision: z.number(),
    updatedAt: instant.nullable(),
  })
  .meta({ id: 'QuizAnswer' });

/** A person's answer to one question. */
const givenAnswer = z
  .union([
    z.strictObject({ optionId: partId }),
    z.strictObject({ optionIds: z.array(partId).max(limits.options) }),
    z.strictObject({ value: z.boolean() }),
    z.strictObject({ text: multiline(limits.answer) }),
  ])
  .meta({ id: 'GivenAnswer' })
  .nullable();

const answers = z
  .array(z.strictObject({ questionId: partId, answer: givenAnswer }))
  .max(limits.questions, because('too_many_answers', { maximum: 200 }));

/** Body of saving a draft and of submitting: the answers to the questions of the paper. */
export const answersBody = z.strictObject({ answers }).meta({ id: 'AnswersBody' });

const shownOption = z.object({ id: z.string(), text: z.string() }).meta({ id: 'ShownOption' });

/** A question of a paper before it is submitted: without the correct answer and its explanation. */
const askedQuestion = z
  .object({
    id: z.string(),
    kind: z.enum(questionKinds),
    text: z.string(),
    points: z.number(),
    options: z.array(shownOption),
  })
  .meta({ id: 'AskedQuestion' });

/** Answer of GET /api/training-assignments/{id}/quiz: rules, attempts so far, whether one may start, the open paper. */
export const quizState = z
  .object({
    questions: z.number(),
    points: z.number(),
    /** Percent; null: passed by handing it in. */
    passingScore: z.number().nullable(),
    maxAttempts: z.number().nullable(),
    attemptsLeft: z.number().nullable(),
    coolDownMinutes: z.number(),
    feedback: z.enum(feedbackKinds),
    passed: z.boolean(),
    /** Whether an attempt may start or continue now, and if not, why. */
    mayBegin: z.boolean(),
    reason: z.enum(['passed', 'no_attempts_left', 'cooling_down', 'not_in_progress']).nullable(),
    /** End of the cool-down. */
    until: instant.nullable(),
    /** The clock that decides. */
    now: instant,
    /** Number of the older version with attempts, while there are none on the assigned version; otherwise null. */
    outdated: z.number().nullable(),
    /** The submitted attempts, the latest first. */
    attempts: z.array(
      z.object({
        number: z.number(),
        startedAt: instant,
        handedInAt: instant,
        score: z.number(),
        passed: z.boolean(),
        /** The passing score at that time. */
        passingScore: z.number().nullable(),
        versionNumber: z.number(),
        /** Started on the version that is assigned now: only those count. */
        counts: z.boolean(),
      }),
    ),
    /** The attempt that is started and not submitted, on the version that is assigned now. */
    open: z
      .object({
        number: z.number(),
        startedAt: instant,
        questions: z.array(askedQuestion),
        /** The answers that were saved last, on any device. */
        answers: z.array(z.object({ questionId: z.string(), answer: givenAnswer })),
        savedAt: instant.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'QuizState' });

/** Answer of saving a draft. */
export const draftAnswer = z.object({ savedAt: instant }).meta({ id: 'DraftAnswer' });

/** An attempt that was submitted, with the feedback that may be shown now (VIEW-06). */
export const attemptResult = z
  .object({
    number: z.number(),
    startedAt: instant,
    handedInAt: instant,
    score: z.number(),
    passed: z.boolean(),
    passingScore: z.number().nullable(),
    versionNumber: z.number(),
    /** Started on the version that is assigned now: only those count. */
    counts: z.boolean(),
    points: z.number(),
    possible: z.number(),
    /** Questions that were answered correctly, and all of them. */
    right: z.number(),
    total: z.number(),
    feedback: z.enum(feedbackKinds),
    /** The attempt is shown question by question: the quiz is passed or no attempts are left. */
    showsQuestions: z.boolean(),
    /** Empty until then, and if the quiz gives the score only. */
    questions: z.array(
      askedQuestion.extend({
        answer: givenAnswer,
        right: z.boolean(),
        earned: z.number(),
        explanation: z.string().nullable(),
        /** The correct answer. */
        key: answerKey,
      }),
    ),
  })
  .meta({ id: 'AttemptResult' });
