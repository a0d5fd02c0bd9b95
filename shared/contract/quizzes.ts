import { z } from 'zod';
import { done, pathId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import {
  answersBody,
  attemptResult,
  draftAnswer,
  quizAnswer,
  quizBody,
  quizState,
} from '#shared/contract/quiz-schemas.ts';

const one = z.strictObject({ id: pathId });
const oneAttempt = z.strictObject({ id: pathId, number: pathId });
const manage = { permission: 'modules.manage' } as const;
const own = { permission: 'training.own' } as const;

/** Quizzes of modules and the attempts at them (VIEW-06). */
export const quizzesContract = {
  get: defineEndpoint({
    id: 'quizzes.get',
    method: 'GET',
    path: '/api/training-modules/:id/quiz',
    summary: 'The quiz of a module with its answer key; without questions where there is none',
    access: manage,
    audit: { none: 'what administrators write, without personal data' },
    params: one,
    revision: 'answered',
    response: quizAnswer,
  }),
  save: defineEndpoint({
    id: 'quizzes.save',
    method: 'PUT',
    path: '/api/training-modules/:id/quiz',
    summary: 'Writes the whole quiz of a module; attempts keep the questions that they had',
    access: manage,
    audit: { command: 'quiz.saved', record: 'training_modules' },
    params: one,
    body: quizBody,
    revision: 'compared',
    response: quizAnswer,
    bodyLimit: 4 * 1024 * 1024,
  }),
  remove: defineEndpoint({
    id: 'quizzes.remove',
    method: 'DELETE',
    path: '/api/training-modules/:id/quiz',
    summary: 'Takes the quiz off a module; attempts stay. Refused while the module is completed by it',
    access: manage,
    audit: { command: 'quiz.removed', record: 'training_modules' },
    params: one,
    revision: 'compared',
    response: done,
  }),
  state: defineEndpoint({
    id: 'quizzes.state',
    method: 'GET',
    path: '/api/training-assignments/:id/quiz',
    summary: 'The quiz of an own assignment: rules, attempts so far, and the open paper without its key',
    access: own,
    audit: { none: 'the own attempts of who asks' },
    params: one,
    response: quizState,
  }),
  begin: defineEndpoint({
    id: 'quizzes.begin',
    method: 'POST',
    path: '/api/training-assignments/:id/quiz/attempts',
    summary: 'Begins an attempt, or goes on with the open one',
    access: own,
    audit: { command: 'quiz.attempt_begun', record: 'training_assignments' },
    params: one,
    errors: ['COOLING_DOWN', 'ILLEGAL_STEP', 'NO_ATTEMPTS_LEFT', 'QUIZ_PASSED'],
    response: quizState,
  }),
  saveDraft: defineEndpoint({
    id: 'quizzes.saveDraft',
    method: 'PUT',
    path: '/api/training-assignments/:id/quiz/attempts/:number/draft',
    summary: 'Keeps the answers of the open attempt, for this and every other device',
    access: own,
    audit: { command: 'quiz.draft_saved', record: 'training_assignments', onlyChanges: true },
    params: oneAttempt,
    body: answersBody,
    errors: ['ATTEMPT_HANDED_IN'],
    response: draftAnswer,
    bodyLimit: 1024 * 1024,
  }),
  handIn: defineEndpoint({
    id: 'quizzes.handIn',
    method: 'POST',
    path: '/api/training-assignments/:id/quiz/attempts/:number/hand-in',
    summary: 'Hands an attempt in and grades it; the same attempt again answers the same result',
    access: own,
    audit: { command: 'quiz.handed_in', record: 'training_assignments' },
    params: oneAttempt,
    body: answersBody,
    response: attemptResult,
    bodyLimit: 1024 * 1024,
  }),
  attempt: defineEndpoint({
    id: 'quizzes.attempt',
    method: 'GET',
    path: '/api/training-assignments/:id/quiz/attempts/:number',
    summary: 'The result of an own attempt that was handed in',
    access: own,
    audit: { none: 'the own attempts of who asks' },
    params: oneAttempt,
    errors: ['ILLEGAL_STEP'],
    response: attemptResult,
  }),
};
