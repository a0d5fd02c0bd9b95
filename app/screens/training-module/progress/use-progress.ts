import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { shownMinutes } from '#shared/domain/viewing/time-spent.ts';
import { call } from '#app/lib/client.ts';
import { touchFile } from '#app/lib/touch-file.ts';
import {
  ProgressReporter,
  type ReporterState,
} from '#app/screens/training-module/progress/progress-reporter.ts';
import type { ViewSession } from '#app/screens/training-module/use-viewing.ts';

/** Reads and keeps what waits in this browser. A browser that refuses keeps it for as long as the tab lives. */
function storageOf(assignmentId: number, versionId: number) {
  const key = `traintrail-progress-${assignmentId}-${versionId}`;
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
      guarded(() => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text))),
  };
}

/** The progress of one reading: its state, and what tells the server of it. */
export interface Progress {
  readonly state: ReporterState;
  readonly reporter: ProgressReporter;
}

/**
 * Reports progress while a training is read (VIEW-03, VIEW-05); `session` null where nothing is recorded: a completed
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
    const storage = storageOf(assignmentId, session.versionId);
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
    const stop = watchPage(made);
    return () => {
      stop();
      void made.flush(true);
      made.close();
    };
  }, [assignmentId, session]);
  const state = useSyncExternalStore(reporter?.subscribe ?? noSubscription, reporter?.getState ?? noState);
  return useMemo(
    () => (reporter && state && session ? { reporter, state } : null),
    [reporter, state, session],
  );
}

const noSubscription = (): (() => void) => () => undefined;
const noState = (): ReporterState | null => null;

/** Time passes only in a tab that is in front; a tab that is left tells what it knows. */
function watchPage(reporter: ProgressReporter): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') reporter.tick();
  }, 1000);
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') void reporter.flush(true);
  };
  const onOnline = (): void => reporter.online();
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onOnline);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onOnline);
  };
}

/** How often the session time counter moves (SPEC §9), in milliseconds. */
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
