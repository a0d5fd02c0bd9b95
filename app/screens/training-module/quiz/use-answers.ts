import { useEffect, useEffectEvent, useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { quizzesContract } from '#shared/contract/quizzes.ts';
import { saveWithPage, storedText, useAutosaveState, type Autosave } from '#app/lib/autosave.ts';
import { call } from '#app/lib/client.ts';
import {
  saveAnswers,
  type Answers,
  type AnswerSaverState,
} from '#app/screens/training-module/quiz/answer-saver.ts';

/** The open attempt, as the server returns it. */
export type OpenAttempt = NonNullable<ResponseOf<typeof quizzesContract.state>['open']>;

/** Returns the answers in the form of the API. */
export const wireAnswers = (answers: Answers) =>
  Object.entries(answers).map(([questionId, answer]) => ({
    questionId,
    // The contract's lists may be written to.
    answer: answer && 'optionIds' in answer ? { optionIds: [...answer.optionIds] } : answer,
  }));

/** The answers of an open attempt with their autosave; null in the moment before the first paint. */
export function useAnswers(
  assignmentId: number,
  attempt: OpenAttempt,
  onHandedIn: () => void,
): { readonly keeper: Autosave<Answers, Answers>; readonly state: AnswerSaverState } | null {
  const handedIn = useEffectEvent(onHandedIn);
  const stored = useEffectEvent(() =>
    Object.fromEntries(attempt.answers.map(({ questionId, answer }) => [questionId, answer])),
  );
  const [keeper, setKeeper] = useState<Autosave<Answers, Answers> | null>(null);
  const { number } = attempt;
  useEffect(() => {
    const storage = storedText(`traintrail-quiz-${String(assignmentId)}-${String(number)}`);
    const params = { id: assignmentId, number };
    const made = saveAnswers({
      stored: stored(),
      kept: storage.read(),
      keep: storage.keep,
      send: (answers, leaving) =>
        call(quizzesContract.saveDraft, {
          params,
          body: { answers: wireAnswers(answers) },
          keepalive: leaving,
        }),
      onHandedIn: handedIn,
    });
    setKeeper(made);
    return saveWithPage(made);
  }, [assignmentId, number]);
  const state = useAutosaveState(keeper);
  return keeper && state ? { keeper, state } : null;
}
