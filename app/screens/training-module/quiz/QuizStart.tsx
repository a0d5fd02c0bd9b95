import { Alert, Button, Text } from '@mantine/core';
import { IconCircleCheck, IconHourglass, IconLock, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { useFormat } from '#app/lib/format.ts';
import type { QuizState } from '#app/screens/training-module/quiz/quiz-state.ts';
import classes from '#app/screens/training-module/quiz/Quiz.module.css';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';

/** The inputs for starting an attempt. */
export interface Start {
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onBegin: () => void;
  /** Called when the cool-down is over. */
  readonly onWaited: () => void;
}

/** The button that starts or continues an attempt, or why that is not possible now (VIEW-06). */
export function QuizStart({ state, start }: { readonly state: QuizState; readonly start: Start }) {
  useWait(state, start.onWaited);
  const { number, relative, dateTime } = useFormat();
  const outdated = state.outdated === null ? null : number(state.outdated);
  const next = state.attempts.some(({ counts }) => counts);
  return (
    <div className={classes.start}>
      {outdated !== null && (
        <Alert color="orange" variant="light" icon={<IconRefresh aria-hidden />}>
          <Trans>
            A new version of this training took effect. Your answers on version {outdated} count for that
            version only. Please read the new version and answer the questions again.
          </Trans>
        </Alert>
      )}
      <DialogError error={state.mayBegin ? start.error : null} />
      {state.mayBegin && (
        <Button
          size="md"
          loading={start.busy}
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          onClick={start.onBegin}
        >
          {state.open ? (
            <Trans>Continue the quiz</Trans>
          ) : next ? (
            <Trans>Start the next attempt</Trans>
          ) : (
            <Trans>Start the quiz</Trans>
          )}
        </Button>
      )}
      {state.reason === 'passed' && (
        <Alert color="green" variant="light" icon={<IconCircleCheck aria-hidden />}>
          <Trans>You have passed this quiz.</Trans>
        </Alert>
      )}
      {state.reason === 'no_attempts_left' && (
        <Alert color="orange" variant="light" icon={<IconLock aria-hidden />}>
          <Trans>No attempts are left. Please contact your manager or administrator.</Trans>
        </Alert>
      )}
      {state.reason === 'cooling_down' && state.until && (
        <Alert color="orange" variant="light" icon={<IconHourglass aria-hidden />}>
          <Trans>
            The next attempt is possible {relative(state.until, Date.parse(state.now))}, from{' '}
            {dateTime(state.until)}.
          </Trans>
        </Alert>
      )}
      {state.reason === 'not_in_progress' && (
        <Text size="sm" c="dimmed">
          <Trans>This training is not in progress: you can view the quiz, but not answer it.</Trans>
        </Text>
      )}
    </div>
  );
}

/** The longest time that a browser's timer can wait, in milliseconds. */
const longest = 2_147_000_000;

/** Requests the state again once the cool-down is over, by the server's clock. */
function useWait({ until, now }: QuizState, onWaited: () => void): void {
  const waited = useEffectEvent(onWaited);
  useEffect(() => {
    if (until === null) return undefined;
    const wait = Math.min(longest, Math.max(0, Date.parse(until) - Date.parse(now)) + 500);
    const timer = setTimeout(() => waited(), wait);
    return () => clearTimeout(timer);
  }, [until, now]);
}
