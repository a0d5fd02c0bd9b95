import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { quizzesContract } from '#shared/contract/quizzes.ts';
import { call } from '#app/lib/client.ts';
import {
  AnswerKeeper,
  type Answers,
  type KeeperState,
} from '#app/screens/training-module/quiz/answer-keeper.ts';

/** The attempt that is open, as the server tells it. */
export type OpenAttempt = NonNullable<ResponseOf<typeof quizzesContract.state>['open']>;

/** Answers as they go over the wire. */
export const wireAnswers = (answers: Answers) =>
  Object.entries(answers).map(([questionId, answer]) => ({
    questionId,
    // The contract's lists may be written to.
    answer: answer && 'optionIds' in answer ? { optionIds: [...answer.optionIds] } : answer,
  }));

/** Reads and keeps what waits in this browser. A browser that refuses keeps it for as long as the tab lives. */
function storageOf(assignmentId: number, attempt: number) {
  const key = `traintrail-quiz-${String(assignmentId)}-${String(attempt)}`;
  const guarded = <Value>(work: () => Value): Value | null => {
    try {
      return work();
    } catch (error) {
      if (error instanceof DOMException) return null;
      throw error;
    }
  };
  return {
    read: () => guarded(() => localStorage.getItem(key)),
    keep: (text: string | null) =>
      void guarded(() => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text))),
  };
}

/** The answers of an open attempt with what keeps them; null in the moment before the first paint. */
export function useAnswers(
  assignmentId: number,
  attempt: OpenAttempt,
  onHandedIn: () => void,
): { readonly keeper: AnswerKeeper; readonly state: KeeperState } | null {
  const handedIn = useEffectEvent(onHandedIn);
  const stored = useEffectEvent(() =>
    Object.fromEntries(attempt.answers.map(({ questionId, answer }) => [questionId, answer])),
  );
  const [keeper, setKeeper] = useState<AnswerKeeper | null>(null);
  const { number } = attempt;
  useEffect(() => {
    const storage = storageOf(assignmentId, number);
    const params = { id: assignmentId, number };
    const made = new AnswerKeeper({
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
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') void made.flush(true);
    };
    const onOnline = (): void => made.online();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('online', onOnline);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', onOnline);
      void made.flush(true);
      made.close();
    };
  }, [assignmentId, number]);
  const state = useSyncExternalStore(keeper?.subscribe ?? noSubscription, keeper?.getState ?? noState);
  return keeper && state ? { keeper, state } : null;
}

const noSubscription = (): (() => void) => () => undefined;
const noState = (): KeeperState | null => null;
