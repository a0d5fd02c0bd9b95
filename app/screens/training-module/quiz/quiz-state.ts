import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { quizzesContract } from '#shared/contract/quizzes.ts';

/** The state of a person's quiz. */
export type QuizState = ResponseOf<typeof quizzesContract.state>;

/** The result of an attempt. */
export type AttemptResult = ResponseOf<typeof quizzesContract.attempt>;
