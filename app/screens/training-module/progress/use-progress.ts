import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { shownMinutes } from '#shared/domain/viewing/time-spent.ts';
import { saveWithPage, storedText, useAutosaveState } from '#app/lib/autosave.ts';
import { call } from '#app/lib/client.ts';
import { touchFile } from '#app/lib/touch-file.ts';
import {
  ProgressReporter,
  type ReporterState,
} from '#app/screens/training-module/progress/progress-reporter.ts';
import type { ViewSession } from '#app/screens/training-module/use-viewing.ts';

/** The progress of one reading: its state, and its reporter to the server. */
export interface Progress {
  readonly state: ReporterState;
  readonly reporter: ProgressReporter;
}

/**
 * Reports progress while a training is read (VIEW-03, VIEW-05); `session` is null if nothing is recorded: a completed
 * training, or a module that is not assigned.
 */
export function useProgress(
  assignmentId: number,
  session: ViewSession | null,
  onSessionLost: () => void,
): Progress | null {
  const lost = useEffectEvent(onSessionLost);
  const [reporter, setReporter] = useState<ProgressReporter | null>(null);
  useEffect(() => {
    if (!session) return undefined;
    const storage = storedText(`traintrail-progress-${assignmentId}-${session.versionId}`);
    const params = { id: assignmentId };
    const made = new ProgressReporter({
      viewSessionId: session.viewSessionId,
      opened: session,
      kept: storage.read(),
      keep: storage.keep,
      send: (body, leaving) => call(assignmentsContract.progress, { params, body, keepalive: leaving }),
      fetchAgain: (urls) => {
        for (const url of urls) void touchFile(url);
      },
      onSessionLost: lost,
    });
    setReporter(made);
    // Time passes only in a tab that is in front.
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') made.tick();
    }, 1000);
    const leave = saveWithPage(made.autosave);
    return () => {
      clearInterval(timer);
      leave();
    };
  }, [assignmentId, session]);
  const state = useAutosaveState(reporter?.autosave ?? null);
  return useMemo(
    () => (reporter && state && session ? { reporter, state } : null),
    [reporter, state, session],
  );
}

/** The interval at which the session time counter is updated (SPEC §9), in milliseconds. */
const counterEvery = 60_000;

/** Minutes that the module has been open in front of the person, updated every 60 seconds (SPEC §2.17, VIEW-05). */
export function useSessionMinutes(): number {
  const [minutes, setMinutes] = useState(0);
  useEffect(() => {
    let seconds = 0;
    const second = setInterval(() => {
      if (document.visibilityState === 'visible') seconds += 1;
    }, 1000);
    const minute = setInterval(() => setMinutes(shownMinutes(seconds)), counterEvery);
    return () => {
      clearInterval(second);
      clearInterval(minute);
    };
  }, []);
  return minutes;
}
