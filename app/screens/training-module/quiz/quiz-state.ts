import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { quizzesContract } from '#shared/contract/quizzes.ts';

/** Where a person stands with a quiz. */
export type QuizState = ResponseOf<typeof quizzesContract.state>;

/** What came of an attempt. */
export type AttemptResult = ResponseOf<typeof quizzesContract.attempt>;
