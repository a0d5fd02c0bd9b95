import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { quizzesContract } from '#shared/contract/quizzes.ts';
import type { CompletionVerdict } from '#shared/domain/viewing/completion.ts';
import '#app/features/quizzes/quiz-texts.ts';
import { useReportTrainingChanged } from '#app/features/assignments/training-changes.ts';
import { keyOf, queryFor } from '#app/lib/client.ts';
import { useCommand } from '#app/lib/query.ts';
import { QuizOverview } from '#app/screens/training-module/quiz/QuizOverview.tsx';
import { QuizPaper } from '#app/screens/training-module/quiz/QuizPaper.tsx';
import { QuizResult } from '#app/screens/training-module/quiz/QuizResult.tsx';
import classes from '#app/screens/training-module/quiz/Quiz.module.css';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

type Shown =
  | { readonly view: 'overview' }
  | { readonly view: 'paper' }
  | { readonly view: 'result'; readonly number: number };

/** The quiz of an assignment in the viewer (VIEW-06): its rules, the paper, the result. */
export function QuizPart({
  assignmentId,
  phone,
  verdict,
  onPassed,
}: {
  readonly assignmentId: number;
  readonly phone: boolean;
  /** Whether the training can be completed now; null while that is unknown. */
  readonly verdict: CompletionVerdict | null;
  /** Called when the quiz is passed: the training may be completed then (VIEW-04). */
  readonly onPassed: () => void;
}) {
  const client = useQueryClient();
  const reportChanged = useReportTrainingChanged();
  const params = { id: assignmentId };
  const [shown, setShown] = useState<Shown>({ view: 'overview' });
  // The attempt may have continued on another device: its state is requested whenever the quiz opens.
  const query = useQuery({
    ...queryFor(quizzesContract.state, { params }),
    gcTime: 0,
    refetchOnMount: 'always',
  });
  const begin = useCommand(quizzesContract.begin, {
    onSuccess: (state) => {
      client.setQueryData(keyOf(quizzesContract.state, { params }), state);
      setShown({ view: 'paper' });
    },
    // The refusal is shown at the button; the state says why the next attempt must wait.
    onError: () => {
      void query.refetch();
      return true;
    },
  });
  const showResult = async (number: number): Promise<void> => {
    await query.refetch();
    setShown({ view: 'result', number });
  };
  return (
    <div className={classes.quiz} data-view={shown.view}>
      <Load query={query} skeleton={<LineSkeletons label={<Trans>Loading the quiz...</Trans>} count={4} />}>
        {(state) => {
          const { open } = state;
          if (shown.view === 'paper' && open) {
            return (
              <QuizPaper
                key={open.number}
                assignmentId={assignmentId}
                attempt={open}
                rules={state}
                phone={phone}
                onHandedIn={async (result) => {
                  client.setQueryData(
                    keyOf(quizzesContract.attempt, { params: { ...params, number: result.number } }),
                    result,
                  );
                  if (result.passed && result.counts) onPassed();
                  await Promise.all([showResult(result.number), reportChanged()]);
                }}
                onHandedInElsewhere={() => void showResult(open.number)}
                onLeave={() => {
                  void query.refetch();
                  setShown({ view: 'overview' });
                }}
              />
            );
          }
          const start = {
            busy: begin.isPending,
            error: begin.error,
            onBegin: () => begin.mutate({ params }),
            onWaited: () => void query.refetch(),
          };
          return shown.view === 'result' ? (
            <QuizResult
              assignmentId={assignmentId}
              number={shown.number}
              state={state}
              start={start}
              verdict={verdict}
              onBack={() => setShown({ view: 'overview' })}
            />
          ) : (
            <QuizOverview
              state={state}
              start={start}
              onShow={(number) => setShown({ view: 'result', number })}
            />
          );
        }}
      </Load>
    </div>
  );
}
